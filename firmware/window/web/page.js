// Hears what is said, and presses the buttons.
const SILENT_MS = 20000;  // so long nothing comes where the other end of a tunnel was switched off
const AGAIN_MS = 3000;
const at = id => document.getElementById(id);
const log = at("log"), lines = log.firstElementChild;
let next = +log.dataset.next;
let on, came, away = false;  // came: by a clock that nobody sets

// Only what differs is changed, as screen readers read out what changes.
const put = (it, text) => { if (it.textContent !== text) it.textContent = text; };
const come = (to, kind, text, live) => {
  const it = document.createElement(kind);
  if (!live) it.setAttribute("aria-live", "off");
  it.textContent = text;
  to.appendChild(it);
};

const end = () => { if (lines.lastElementChild) log.scrollTop = lines.lastElementChild.offsetTop; };
new ResizeObserver(end).observe(log);

const take = e => {
  const it = JSON.parse(e.data), state = at("state"), count = it.first + it.lines.length;
  came = performance.now();
  if (!at("lost").hidden) location.reload();
  put(at("alert"), it.alert);
  put(at("seen"), it.seen);
  it.lines.forEach(([text, quiet], i) => it.first + i < next || come(lines, "li", text, !quiet));
  while (lines.childElementCount > it.lines.length) lines.firstElementChild.remove();
  it.state.forEach((text, i) => state.children[i] ? put(state.children[i], text) : come(state, "p", text, true));
  if (next !== count) end();
  next = Math.max(next, count);
};

const listen = () => {
  if (document.hidden) return;
  on?.close();
  came = performance.now();
  on = new EventSource("/said");
  on.onmessage = take;
  // What begins to be served again after a loss may be another Kibitz.
  on.onopen = () => { if (away || !at("lost").hidden) location.reload(); };
  on.onerror = () => {
    at("lost").hidden = false;
    // Some browsers give up listening.
    if (on.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  };
};
listen();
setInterval(() => { if (!document.hidden && performance.now() - came > SILENT_MS) at("lost").hidden = false; }, 5000);

// Tabs that are not in view hang up: a browser has six connections to a server, which three tabs would use up, and
// presses would wait.
document.onvisibilitychange = () => {
  if (!document.hidden) return listen();
  on?.close();
  away = true;
  document.querySelectorAll("picture>*").forEach(it => { it.removeAttribute("srcset"); it.removeAttribute("src"); });
};

// A form that is sent as such makes Firefox hang up on all that still comes, though it stays on the page, and any
// browser leave a page that nobody serves.
document.forms[0].onsubmit = e => {
  e.preventDefault();
  on.close();  // three windows in view have all six connections in use: the press takes this one's
  fetch("/press", {method: "POST", body: new URLSearchParams({press: e.submitter.value})})
    .catch(() => {})
    .finally(listen);
};

// Enter that is held down repeats itself, and would take back turn after turn: a press counts once, however long.
document.forms[0].onkeydown = e => { if (e.repeat && e.key === "Enter") e.preventDefault(); };
