"""Reading Alien City: where the city lies in a picture, and what stands on it."""
