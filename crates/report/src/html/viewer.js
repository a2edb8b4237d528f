// The viewer of a report. All that it shows is in the element #data; nothing is ever loaded.
// Whatever comes from there becomes text, never markup: elements are made by `make` alone.
"use strict";
(() => {
  const { program, report, sources, pictures, full } = JSON.parse(document.getElementById("data").textContent);
  const findings = report.findings || [];
  // Of variables that hide each other the one declared last is shown.
  for (const box of pictures.boxes || []) {
    box.fields = box.fields.filter((field, i) => !box.fields.slice(i + 1).some((later) => later.name === field.name));
  }
  const colours = ["#2563eb", "#c2410c", "#15803d", "#9333ea", "#be185d", "#0e7490", "#a16207", "#4b5563"];
  const colour = (thread) => colours[thread % colours.length];

  // An element with attributes and children; strings become text.
  const make = (name, attributes = {}, ...children) => {
    const svg = ["svg", "g", "rect", "text", "path", "title"].includes(name);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (key === "thread") element.style.setProperty("--thread", colour(value));
      else if (value !== undefined && value !== false) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== undefined && child !== null));
    return element;
  };
  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const place = (at) => (at ? `${at.file}:${at.line}` : "");

  // What can be stepped through: every event of a finding, and what goes wrong in the end.
  function moments(finding, number) {
    const all = [];
    const drawn = (pictures.events || [])[number] || [];
    let boxes = [];
    let round = false;
    (finding.trace || []).forEach((step, i) => {
      (step.events || []).forEach((event, j) => {
        const indices = (drawn[i] || [])[j];
        if (indices) boxes = indices.map((index) => pictures.boxes[index]);
        const begins = all.length === 0 || (j === 0 && all[all.length - 1].thread !== step.thread);
        const goesRound = Boolean(step.cycle);
        const first = goesRound && !round;
        round = goesRound;
        all.push({ thread: step.thread, event, begins, boxes, goesRound, first, choice: j === 0 ? step.choice : undefined });
      });
    });
    const parties = (finding.locations || []).length ? finding.locations : [{ thread: finding.thread || 0 }];
    for (const party of parties) {
      const at = party.file ? party : finding.location;
      const line = at && lineOf(at);
      all.push({ thread: party.thread, event: { action: "line", location: at, source: line && line.trim() }, boxes,
        begins: true, wrong: finding.kind });
    }
    return all;
  }

  // Rounds of a loop that are like each other are counted, but for the first two and the last, as in the text.
  const lanesMost = 3;
  const roundMost = 48, roundsHead = 2, roundsTail = 1, roundsFew = 3;
  function fold(all, unfolded) {
    const numbers = new Map();
    const same = (text) => text.replace(/\d+/g, "#");
    const shapes = all.map((moment, i) => {
      const { event } = moment;
      const said = details(moment, []).map(([, text]) => same(text.split(/[:=]| is | prints /)[0]));
      const key = JSON.stringify([moment.thread, place(event.location), same(event.source || event.function || ""), said]);
      if (moment.wrong || moment.first) return `only ${i}`;
      if (!numbers.has(key)) numbers.set(key, numbers.size);
      return numbers.get(key);
    });
    const repetition = (at) => {
      for (let period = 1; period <= roundMost && at + 2 * period <= all.length; period++) {
        let alike = 0;
        while (at + period + alike < all.length && shapes[at + alike] === shapes[at + period + alike]) alike++;
        const rounds = Math.floor(alike / period) + 1;
        if (rounds >= roundsHead + roundsTail + roundsFew) return [period, rounds];
      }
      return undefined;
    };
    const shown = [];
    for (let at = 0; at < all.length;) {
      const found = unfolded.has(at) ? undefined : repetition(at);
      if (!found) {
        const until = unfolded.has(at) ? unfolded.get(at) : at + 1;
        shown.push(...all.slice(at, until));
        at = until;
        continue;
      }
      const [period, rounds] = found;
      const next = at + period * (rounds - roundsTail);
      shown.push(...all.slice(at, at + period * roundsHead));
      shown.push({ ...all[next], gap: { rounds: rounds - roundsHead - roundsTail, at, until: at + period * rounds } });
      shown.push(...all.slice(next + 1, at + period * rounds));
      at += period * rounds;
    }
    return shown;
  }

  const lineOf = (at) => (sources[at.file] || "").split("\n")[at.line - 1];

  // What is said below a line.
  function details(moment, threads) {
    const { event, choice } = moment;
    const out = moment.first ? [["round", "↻ from here on, for ever"]] : [];
    const name = (id) => threadName(threads, id);
    const chosen = (c) => c.meaning || (c.count > 1 ? `picks ${c.value} of 0…${c.count - 1}` : `picks ${c.value}`);
    const notes = event.notes || [];
    if (choice && !notes.some((note) => note.note === "chosen")) out.push(["detail", chosen(choice)]);
    for (const change of event.changes || []) {
      const old = typeof change.old === "string" ? `: ${change.old} →` : " =";
      out.push(["change", `${change.name}${old} ${change.new}`]);
    }
    for (const read of event.reads || []) out.push(["read", `${read.name} is ${read.value}`]);
    for (const output of event.output || []) out.push(["detail", `prints ${JSON.stringify(output.text)}`]);
    for (const note of notes) {
      if (note.note === "thread-started") out.push(["detail", `starts ${name(note.thread)}`]);
      else if (note.note === "thread-ended") out.push(["detail", "ends"]);
      else if (note.note === "waits") out.push(["detail", waits(note.on, name)]);
      else if (note.note === "chosen") out.push(["detail", chosen(note.choice)]);
      else if (note.note === "takes") out.push(["detail", `takes ${note.object}`]);
      else if (note.note === "gives") out.push(["detail", `gives ${note.object} back`]);
      else if (note.note === "wakes") {
        out.push(["detail", note.threads.length ? `wakes ${note.threads.map(name).join(", ")}` : "wakes nobody: nobody waits"]);
      }
      else if (note.block) out.push(["detail", `${note.note === "freed" ? "frees" : "allocates"} ${note.block}`]);
    }
    if (moment.wrong) out.push(["wrong", `✗ ${moment.wrong}`]);
    return out;
  }

  function waits(on, name) {
    const owned = typeof on.owner === "number";
    if (on.what === "thread" && owned) return `waits for ${name(on.owner)} to end`;
    const some = on.what.endsWith("s") ? on.what : `${/^[aeio]/.test(on.what) ? "an" : "a"} ${on.what}`;
    return `waits for ${on.object ? `${on.what} ${on.object}` : some}${owned ? `, held by ${name(on.owner)}` : ""}`;
  }

  function threadName(threads, id) {
    const thread = (threads || []).find((thread) => thread.id === id);
    if (id === 0) return "main";
    return thread && thread.name ? `thread ${id}: ${thread.name}` : `thread ${id}`;
  }

  // The state of the viewer: which finding, and which of its moments.
  let current = 0;
  let now = 0;
  let story = [];
  // Rounds that are shown after all: where they begin and end.
  let unfolded = new Map();
  let rows = [];
  let shownFile;
  const views = {};

  function page() {
    const head = make("header", {}, make("span", { class: `badge ${report.outcome}` }, report.outcome),
      views.title = make("h1"), make("button", { onclick: theme, title: "light or dark (t)" }, "◐"),
      make("button", { onclick: help, title: "keys (?)" }, "?"));
    const app = document.getElementById("app");
    app.append(head);
    if (findings.length === 0) return app.append(nothingFound());
    const pane = (name, title, body) => {
      views[name] = body;
      views[name + "Title"] = make("h2", {}, title);
      return make("section", { class: `pane ${name}` }, views[name + "Title"], body);
    };
    const list = pane("findings", `${findings.length} findings`, make("div"));
    const main = make("main", { class: findings.length > 1 && "listed" }, findings.length > 1 ? list : undefined,
      pane("schedule", "schedule", make("table", { class: "lanes" })),
      make("div", { class: "column" }, pane("source", "source", make("div", { class: "code" })),
        pane("printed", "about", make("div"))),
      make("div", { class: "column" }, pane("variables", "variables", make("div", { class: "vars" })),
        pane("heap", "heap", make("div"))));
    const go = (text, title, step) => make("button", { onclick: step, title }, text);
    views.slider = make("input", { type: "range", min: 0, oninput: (e) => show(Number(e.target.value)), "aria-label": "moment" });
    app.append(main, make("footer", {}, go("|◀", "to the start (Home)", () => show(0)),
      go("◀◀", "context switch before (p)", () => show(turn(-1))), go("◀", "one back (←, k)", () => show(now - 1)),
      go("▶", "one on (→, j)", () => show(now + 1)), go("▶▶", "next context switch (n)", () => show(turn(1))),
      go("▶|", "to the end (End)", () => show(story.length - 1)), views.slider, views.where = make("span", { class: "where" }),
      make("span", { class: "figures" }, figures())));
    views.help = keys();
    app.append(views.help);
    findings.forEach((finding, i) => views.findings.append(make("button",
      { class: finding.severity, onclick: () => open(i) }, make("span", { class: "kind" }, finding.kind),
      cut(finding.message, 140), " ", make("span", { class: "place" }, place(finding.location)))));
  }

  function figures() {
    const number = (n) => n.toLocaleString("en");
    const s = report.statistics;
    return s.states ? `${number(s.states)} ${s.states === 1 ? "state" : "states"}, ${s.seconds.toFixed(2)} s, ${report.memory_model}` : report.memory_model;
  }

  // A report without a trace.
  function nothingFound() {
    views.title.append(report.message || (report.outcome === "safe" ? "every interleaving was explored" : ""),
      " ", make("span", { class: "program" }, program));
    const said = (report.warnings || []).map((text) => make("p", { class: "warning" }, text));
    const rest = [report.location && place(report.location), report.advice, figures()].filter(Boolean);
    return make("div", { class: "message" }, ...said, ...rest.map((text) => make("p", {}, text)));
  }

  // Opens a finding.
  function open(number, moment = 0) {
    if (number !== current) unfolded = new Map();
    current = Math.max(0, Math.min(number, findings.length - 1));
    const finding = findings[current];
    const all = moments(finding, current);
    story = full ? all : fold(all, unfolded);
    [...views.findings.children].forEach((button, i) => button.classList.toggle("now", i === current));
    views.title.replaceChildren(`${finding.kind} — ${finding.message} `, make("span", { class: "program" },
      place(finding.location) || program), ...(finding.why ? [make("div", { class: "why" }, `why: ${finding.why}`)] : []));
    lanes(finding);
    about(finding);
    views.source.style.setProperty("--who", `${Math.min(8, Math.max(3.4, 1.5 * (finding.threads || []).length))}em`);
    views.slider.max = story.length - 1;
    shownFile = undefined;
    show(moment);
  }

  function lanes(finding) {
    const threads = [...new Set(story.map((moment) => moment.thread))].sort((a, b) => a - b);
    // More lanes do not fit beside each other: then they are only marked, and the text has a column of its own.
    const thin = threads.length > lanesMost;
    const short = (id) => (id === 0 ? "m" : String(id));
    const head = threads.map((id) => (thin ? make("th", { class: "thin", thread: id, title: threadName(finding.threads, id) }, short(id))
      : make("th", { thread: id }, make("span", { class: "dot" }), threadName(finding.threads, id))));
    if (thin) head.push(make("th"));
    rows = story.map((moment, i) => {
      const { event, thread } = moment;
      const text = event.action === "enter"
        ? `→ ${event.function}(${(event.arguments || []).map((a) => `${a.name} = ${a.value}`).join(", ")})`
        : event.action === "leave" ? `← ${event.function} returns` : event.source || "(code without debug information)";
      const who = thin && moment.begins
        ? make("div", { class: "whose", thread }, make("span", { class: "dot" }), threadName(finding.threads, thread)) : undefined;
      const cell = make("td", { class: "lane does", thread }, who,
        make("div", { class: event.action === "line" ? "source" : "source call",
          style: `padding-left:${Math.min(event.depth || 0, 6)}em` }, text),
        ...details(moment, finding.threads).map(([kind, text]) => make("div", { class: `detail ${kind}` }, text)));
      const kind = `event${moment.begins ? " switch" : ""}${moment.wrong ? " bad" : ""}${moment.goesRound ? " round" : ""}`;
      return make("tr", { class: kind, onclick: () => show(i) },
        make("td", { class: "line" }, event.location ? String(event.location.line) : ""),
        ...threads.map((id) => (thin ? make("td", { class: id === thread ? "lane thin does" : "lane thin", thread: id })
          : id === thread ? cell : make("td", { class: "lane", thread: id }))), thin ? cell : undefined);
    });
    const remark = (text, onclick) => make("tr", { class: onclick ? "remark event" : "remark", onclick },
      make("td", { class: "line" }), make("td", { class: "lane", colspan: threads.length + (thin ? 1 : 0) }, text));
    const between = (moment, i) => {
      const { gap } = moment;
      const more = gap && remark(`… ${gap.rounds.toLocaleString("en")} more rounds like this (click to show them) …`, () => {
        unfolded.set(gap.at, gap.until);
        open(current, i);
      });
      return more ? [more] : [];
    };
    views.schedule.replaceChildren(make("thead", {}, make("tr", {}, make("th", { class: "line" }), ...head)),
      make("tbody", {}, ...story.flatMap((moment, i) => [...between(moment, i), rows[i]])));
  }

  // The pane that stays the same: where everybody is in the end, and what was printed.
  function about(finding) {
    const body = make("div", { class: "vars" });
    for (const thread of finding.threads || []) {
      const wait = thread.waits_for && waits(thread.waits_for, (id) => threadName(finding.threads, id));
      body.append(make("h3", { thread: thread.id }, make("span", { class: "dot" }), threadName(finding.threads, thread.id),
        `, ${wait || (thread.status === "ended" ? "has ended" : "can go on")}`));
      for (const frame of (thread.frames || []).filter((frame) => !frame.library)) {
        body.append(make("div", { class: "var" }, make("span", {}, `${frame.function}()`),
          make("span", { class: "none" }, frame.file ? place(frame) : "")));
      }
    }
    const related = finding.related || [];
    if (related.length) body.append(make("h3", {}, "what it is about"));
    for (const { what, location } of related) {
      body.append(make("div", { class: "var" }, make("span", {}, what), make("span", {}, place(location))));
    }
    for (const warning of report.warnings || []) body.append(make("div", { class: "none" }, warning));
    const output = (finding.output || []).map((o) => make("span", { class: o.fd === 2 && "error" }, o.text));
    views.printedTitle.replaceChildren("at the end");
    views.printed.replaceChildren(body, ...(output.length
      ? [make("h3", { class: "title" }, "program output"), make("pre", { class: "output" }, ...output)] : []));
  }

  // Shows a moment.
  function show(moment) {
    if (story.length === 0) return;
    rows[now] && rows[now].classList.remove("now");
    now = Math.max(0, Math.min(moment, story.length - 1));
    rows[now].classList.add("now");
    rows[now].scrollIntoView({ block: "nearest" });
    views.slider.value = now;
    views.where.textContent = `${now + 1} of ${story.length}`;
    history.replaceState(null, "", `#${current + 1}.${now + 1}`);
    source();
    variables();
    heap();
  }

  // Where every thread is: its last place so far.
  function places() {
    const last = new Map();
    for (const moment of story.slice(0, now + 1)) {
      if (moment.event.location) last.set(moment.thread, moment.event.location);
      if ((moment.event.notes || []).some((note) => note.note === "thread-ended")) last.delete(moment.thread);
    }
    return last;
  }

  function source() {
    const moment = story[now];
    const at = moment.event.location;
    if (!at) return;
    const text = sources[at.file];
    views.sourceTitle.textContent = at.file;
    if (shownFile !== at.file) {
      const lines = text === undefined ? [] : text.replace(/\n$/, "").split("\n");
      views.source.replaceChildren(...lines.map((line, i) => make("div", {}, make("span", { class: "who" }),
        make("span", { class: "number" }, String(i + 1)), make("span", {}, line))));
      if (text === undefined) views.source.append(make("div", {}, "the source is not at hand"));
      shownFile = at.file;
    }
    for (const line of views.source.children) {
      line.classList.remove("now", "bad");
      if (line.firstChild.replaceChildren) line.firstChild.replaceChildren();
    }
    for (const [thread, where] of places()) {
      const line = where.file === at.file && views.source.children[where.line - 1];
      if (line && text !== undefined) line.firstChild.append(make("span", { thread }, thread === 0 ? "m" : String(thread)));
    }
    const line = text !== undefined && views.source.children[at.line - 1];
    if (!line) return;
    line.classList.add("now");
    line.classList.toggle("bad", Boolean(moment.wrong));
    line.scrollIntoView({ block: "center" });
  }

  // The value that a field had at the moment before; undefined if there was none.
  function before() {
    const old = new Map();
    for (const box of now > 0 ? story[now - 1].boxes : []) {
      for (const field of box.fields) old.set(`${box.id} ${field.name}`, field.value);
      old.set(box.id, true);
    }
    return old;
  }

  function variables() {
    const moment = story[now];
    const old = before();
    const finding = findings[current];
    const order = (box) => (box.place.place === "globals" ? 1 : box.place.thread === moment.thread ? 0 : 2);
    const boxes = moment.boxes.filter((box) => box.place.place !== "heap");
    boxes.reverse().sort((a, b) => order(a) - order(b));
    const body = boxes.map((box) => {
      const whose = box.place.place === "frame" ? threadName(finding.threads, box.place.thread) : undefined;
      const title = whose
        ? make("h3", { thread: box.place.thread }, make("span", { class: "dot" }), `${box.title} of ${whose}`)
        : make("h3", {}, box.title);
      const fields = box.fields.map((field) => {
        const was = old.get(`${box.id} ${field.name}`);
        const changed = now > 0 && was !== field.value;
        return make("div", { class: changed ? "var changed" : "var" }, make("span", {}, field.name),
          changed && was !== undefined ? make("span", {}, make("del", {}, was), make("ins", {}, field.value))
            : make("span", {}, changed ? make("ins", {}, field.value) : field.value));
      });
      return make("div", {}, title, ...(fields.length ? fields : [make("div", { class: "none" }, "no variables")]));
    });
    views.variables.replaceChildren(...body);
    if (body.length === 0) views.variables.append(make("div", { class: "none" }, "memory was not recorded here"));
  }

  // The heap as boxes in columns, by how many pointers lead there.
  function heap() {
    const old = before();
    const all = new Map(story[now].boxes.map((box) => [box.id, box]));
    const isHeap = (box) => box.place.place === "heap";
    const roots = [...all.values()].filter((box) => !isHeap(box) && box.fields.some((f) => all.has(f.to) && isHeap(all.get(f.to))));
    const column = new Map(roots.map((box) => [box.id, 0]));
    const queue = [...roots];
    const visit = (box) => {
      for (const field of box.fields) {
        if (!all.has(field.to) || column.has(field.to) || !isHeap(all.get(field.to))) continue;
        column.set(field.to, column.get(box.id) + 1);
        queue.push(all.get(field.to));
      }
    };
    while (queue.length) visit(queue.shift());
    const lost = [...all.values()].filter((box) => isHeap(box) && !column.has(box.id));
    for (const box of lost) {
      column.set(box.id, 1);
      queue.push(box);
      while (queue.length) visit(queue.shift());
    }
    const size = 6.7, line = 15, gap = 46;
    const boxes = [...column.keys()].map((id) => {
      const box = all.get(id);
      const whose = box.place.place === "frame" ? ` (${box.place.thread ? `thread ${box.place.thread}` : "main"})` : "";
      const fields = isHeap(box) ? box.fields : box.fields.filter((field) => all.has(field.to) && isHeap(all.get(field.to)));
      const texts = fields.map((f) => [cut(f.name, 20), all.has(f.to) ? "•" : cut(f.value, 22)]);
      const title = cut(box.title + whose, 34);
      const width = Math.max(title.length, ...texts.map(([a, b]) => a.length + b.length + 2)) * size + 14;
      return { box, fields, texts, title, width, height: (fields.length + 1) * line + 6, column: column.get(id) };
    });
    const widths = [], heights = [];
    for (const b of boxes) {
      widths[b.column] = Math.max(widths[b.column] || 0, b.width);
      b.y = heights[b.column] || 4;
      heights[b.column] = b.y + b.height + 12;
    }
    let x = 4;
    for (let i = 0; i < widths.length; i++) {
      for (const b of boxes) if (b.column === i) b.x = x;
      x += (widths[i] || 0) + gap;
    }
    const svg = make("svg", { width: x, height: Math.max(20, ...heights.filter(Boolean)), role: "img" });
    const placed = new Map(boxes.map((b) => [b.box.id, b]));
    for (const b of boxes) svg.append(drawBox(b, old, size, line));
    for (const b of boxes) {
      b.fields.forEach((field, i) => {
        const to = placed.get(field.to);
        if (to) svg.append(...arrow(b, to, b.y + (i + 1) * line + 8));
      });
    }
    views.heapTitle.textContent = "heap";
    views.heap.replaceChildren(boxes.length ? svg : make("div", { class: "vars none" },
      all.size ? "nothing is on the heap here" : "memory was not recorded here"));
  }

  function drawBox(b, old, size, line) {
    const freed = b.box.place.freed;
    const fresh = now > 0 && !old.has(b.box.id);
    const g = make("g", {}, make("title", {}, b.box.title));
    g.append(make("rect", { x: b.x, y: b.y, width: b.width, height: b.height, rx: 4, class: freed ? "freed" : fresh ? "fresh" : undefined }));
    b.texts.forEach(([name, value], i) => {
      const y = b.y + (i + 1) * line + 4;
      if (now > 0 && old.get(`${b.box.id} ${b.fields[i].name}`) !== b.fields[i].value) {
        g.append(make("rect", { x: b.x + 1, y, width: b.width - 2, height: line - 1, class: "changed" }));
      }
      g.append(make("text", { x: b.x + 6, y: y + 11, class: "faint" }, name),
        make("text", { x: b.x + b.width - 6 - value.length * size, y: y + 11 }, value));
    });
    g.append(make("text", { x: b.x + 6, y: b.y + 13, class: freed ? "title freed" : "title" }, b.title));
    return g;
  }

  function arrow(from, to, y) {
    const x1 = from.x + from.width - 8, back = to.x <= from.x;
    const x2 = back ? to.x + to.width : to.x, y2 = to.y + 9;
    const bend = back ? 40 : Math.max(20, (x2 - x1) / 2);
    const path = `M${x1} ${y}C${x1 + bend} ${y} ${back ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`;
    const tip = back ? `M${x2} ${y2}l6 -3.5v7z` : `M${x2} ${y2}l-6 -3.5v7z`;
    return [make("path", { d: path, class: to.box.place.freed ? "freed" : undefined }), make("path", { d: tip, class: "head" })];
  }

  // The moment at which another thread goes on.
  function turn(way) {
    for (let i = now + way; i >= 0 && i < story.length; i += way) if (story[i].begins) return i;
    return way > 0 ? story.length - 1 : 0;
  }

  // Where the cycle begins, if there is one.
  function round() {
    const first = story.findIndex((moment) => moment.first);
    return first < 0 ? now : first;
  }

  const actions = [
    [["ArrowRight", "ArrowDown", "j", "l"], "one on", () => show(now + 1)],
    [["ArrowLeft", "ArrowUp", "k", "h"], "one back", () => show(now - 1)],
    [["n"], "next context switch", () => show(turn(1))],
    [["p"], "context switch before", () => show(turn(-1))],
    [["r"], "where the cycle begins", () => show(round())],
    [["Home", "g"], "to the start", () => show(0)],
    [["End", "G"], "to the end", () => show(story.length - 1)],
    [["]"], "next finding", () => open(current + 1)],
    [["["], "finding before", () => open(current - 1)],
    [["t"], "light or dark", theme],
    [["?"], "this help", help],
  ];

  function keys() {
    const label = { ArrowRight: "→", ArrowDown: "↓", ArrowLeft: "←", ArrowUp: "↑" };
    const rows = actions.map(([keys, what]) => make("tr", {}, make("td", {}, ...keys.flatMap((key) => [make("kbd", {}, label[key] || key), " "])),
      make("td", {}, what)));
    return make("dialog", { onclick: (e) => e.currentTarget.close() }, make("table", {}, ...rows));
  }

  function help() {
    if (!views.help) return;
    if (views.help.open) views.help.close();
    else views.help.showModal();
  }

  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions.find(([keys]) => keys.includes(event.key));
    if (!action || (findings.length === 0 && event.key !== "t")) return;
    event.preventDefault();
    action[2]();
  });

  // Links may name a finding and a moment: report.html#1.12
  function follow() {
    const [finding, moment] = location.hash.slice(1).split(".").map(Number);
    open((finding || 1) - 1, moment ? moment - 1 : 0);
  }

  page();
  if (findings.length) {
    follow();
    addEventListener("hashchange", follow);
  }
})();
