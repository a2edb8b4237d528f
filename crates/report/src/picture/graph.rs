//! A small graph, such as a state space, in DOT and as SVG.
//!
//! For SVG the nodes stand in layers by their distance from the first one. So an edge leads down by one
//! layer, or along or up, which is drawn beside the nodes; within a layer each node moves towards the
//! nodes that it is connected to.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use super::drawing::{Drawing, LINE, cut, times, width};
use super::quoted;

/// The first node is where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// May be empty.
    pub title: String,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// May have several lines.
    pub label: String,
    pub look: Look,
}

/// Between nodes, by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub label: String,
    pub look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Plain,
    /// The program ends.
    End,
    Bad,
    Caution,
    /// There is more that is not drawn.
    More,
}

impl Look {
    fn dot(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::End => ", shape=ellipse",
            Look::Bad => ", color=red",
            Look::Caution => ", color=orange",
            Look::More => ", style=dotted",
        }
    }

    fn boxed(self) -> &'static str {
        match self {
            Look::Bad => "badbox",
            Look::Caution => "carebox",
            _ => "box",
        }
    }
}

/// Characters of a line in a node and of an edge's label.
const CHARS_MAX: usize = 40;
const MARGIN: f64 = 20.0;
/// Between nodes of a layer, and between layers.
const ACROSS: f64 = 26.0;
const DOWN: f64 = 60.0;
const SWEEPS: usize = 12;

impl Graph {
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph states {\n");
        out += "  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
        out += "  edge [fontname=\"monospace\", fontsize=9];\n";
        if !self.title.is_empty() {
            let _ = writeln!(out, "  label={};", quoted(&self.title));
        }
        for (i, node) in self.nodes.iter().enumerate() {
            let _ = writeln!(out, "  s{i} [label={}{}];", quoted(&node.label), node.look.dot());
        }
        for edge in self.edges.iter() {
            let look = if edge.look == Look::End { "" } else { edge.look.dot() };
            let _ = writeln!(out, "  s{} -> s{} [label={}{look}];", edge.from, edge.to, quoted(&edge.label));
        }
        out + "}\n"
    }

    pub fn svg(&self) -> String {
        self.with_near_ends().drawn()
    }

    /// The same, but what ends executions has a node in each layer that leads there, so that no edge is long.
    fn with_near_ends(&self) -> Graph {
        let depths = depths(self);
        let ends = |node: usize| self.nodes[node].look != Look::Plain;
        let mut near = Graph { title: self.title.clone(), ..Graph::default() };
        let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut index = |node: usize, layer: usize| {
            let layer = if ends(node) { layer } else { 0 };
            *known.entry((node, layer)).or_insert_with(|| {
                near.nodes.push(self.nodes[node].clone());
                near.nodes.len() - 1
            })
        };
        if !self.nodes.is_empty() {
            index(0, 0);
        }
        let moved = self.edges.iter().map(|edge| {
            let (from, to) = (index(edge.from, 0), index(edge.to, depths[edge.from] + 1));
            Edge { from, to, ..edge.clone() }
        });
        let edges = moved.collect();
        near.edges = edges;
        near
    }

    fn drawn(&self) -> String {
        let layout = Layout::new(self);
        let mut drawing = Drawing::new(layout.width, layout.height, &self.title);
        if !self.title.is_empty() {
            drawing.text((MARGIN, 16.0), "care", &self.title);
        }
        for edge in &self.edges {
            layout.draw_edge(&mut drawing, edge);
        }
        for (i, node) in self.nodes.iter().enumerate() {
            let Place { x, y, width, height, .. } = layout.places[i];
            drawing.rect((x - width / 2.0, y), (width, height), node.look.boxed());
            for (line, text) in lines(&node.label).iter().enumerate() {
                let class = if node.look == Look::Bad { "bad" } else { "" };
                drawing.text((x - width / 2.0 + 8.0, y + times(LINE, line + 1)), class, text);
            }
        }
        // Above the nodes, so that each can be read.
        for edge in self.edges.iter().filter(|edge| !edge.label.is_empty()) {
            let at = layout.middle(edge);
            drawing.label(at, if edge.look == Look::Bad { "bad" } else { "faint" }, &cut(&edge.label, CHARS_MAX));
        }
        drawing.finish()
    }
}

fn lines(label: &str) -> Vec<String> {
    label.lines().map(|line| cut(line, CHARS_MAX)).collect()
}

/// Where a node is: the middle of its top.
#[derive(Clone, Copy, Default)]
struct Place {
    layer: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

struct Layout {
    places: Vec<Place>,
    width: f64,
    height: f64,
}

impl Layout {
    fn new(graph: &Graph) -> Layout {
        let mut places: Vec<Place> = graph.nodes.iter().map(|node| size(&node.label)).collect();
        let depths = depths(graph);
        let mut layers: Vec<Vec<usize>> = vec![Vec::new(); depths.iter().max().map_or(0, |max| max + 1)];
        for (i, depth) in depths.into_iter().enumerate() {
            places[i].layer = depth;
            layers[depth].push(i);
        }
        for layer in &layers {
            spread(layer, &mut places);
        }
        let neighbours = neighbours(graph, &places);
        for sweep in 0..SWEEPS {
            let order: Vec<usize> =
                if sweep % 2 == 0 { (0..layers.len()).collect() } else { (0..layers.len()).rev().collect() };
            for layer in order {
                settle(&mut layers[layer], &neighbours, &mut places);
            }
        }
        let mut y = if graph.title.is_empty() { MARGIN } else { 2.0 * MARGIN };
        for layer in &layers {
            layer.iter().for_each(|i| places[*i].y = y);
            y += layer.iter().map(|i| places[*i].height).fold(0.0, f64::max) + DOWN;
        }
        let left = places.iter().map(|place| place.x - place.width / 2.0).fold(f64::MAX, f64::min);
        places.iter_mut().for_each(|place| place.x += MARGIN - left);
        let right = places.iter().map(|place| place.x + place.width / 2.0).fold(0.0, f64::max);
        // Room for edges that lead back.
        let wide = (right + 4.0 * MARGIN).max(width(&graph.title) + 2.0 * MARGIN);
        Layout { places, width: wide, height: y - DOWN + MARGIN }
    }

    fn draw_edge(&self, drawing: &mut Drawing, edge: &Edge) {
        let (class, head) = match edge.look {
            Look::Bad => ("badarrow", "bad"),
            Look::More => ("dotted", "step"),
            _ => ("step", "step"),
        };
        let (from, to) = (self.places[edge.from], self.places[edge.to]);
        let path = match to.layer > from.layer {
            true => {
                let (y1, y2) = (from.y + from.height, to.y);
                let bend = (y2 - y1) / 2.0;
                format!(
                    "M{:.1} {y1:.1} C{:.1} {:.1} {:.1} {:.1} {:.1} {y2:.1}",
                    from.x,
                    from.x,
                    y1 + bend,
                    to.x,
                    y2 - bend,
                    to.x
                )
            }
            false => {
                let (x1, y1) = (from.x + from.width / 2.0, from.y + from.height / 2.0 + 4.0);
                let (x2, y2) = (to.x + to.width / 2.0, to.y + to.height / 2.0 - 4.0);
                let out = x1.max(x2) + 2.0 * ACROSS;
                format!("M{x1:.1} {y1:.1} C{out:.1} {y1:.1} {out:.1} {y2:.1} {x2:.1} {y2:.1}")
            }
        };
        drawing.arrow(&path, class, head, false);
    }

    /// Where an edge's label goes. Labels of edges from one node are at different heights.
    fn middle(&self, edge: &Edge) -> (f64, f64) {
        let (from, to) = (self.places[edge.from], self.places[edge.to]);
        match to.layer > from.layer {
            true => {
                let near = 0.35 + times(0.3, edge.to % 2);
                let y1 = from.y + from.height;
                (from.x + (to.x - from.x) * near, y1 + (to.y - y1) * near + 4.0)
            }
            false => {
                let x = (from.x + from.width / 2.0).max(to.x + to.width / 2.0) + 1.5 * ACROSS;
                (x, (from.y + to.y) / 2.0 + from.height / 2.0)
            }
        }
    }
}

fn size(label: &str) -> Place {
    let lines = lines(label);
    let wide = lines.iter().map(|line| width(line)).fold(40.0, f64::max);
    Place { width: wide + 16.0, height: times(LINE, lines.len().max(1)) + 8.0, ..Place::default() }
}

/// The distance of each node from the first; those that cannot be reached are as near as it is.
fn depths(graph: &Graph) -> Vec<usize> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    graph.edges.iter().for_each(|edge| after[edge.from].push(edge.to));
    let mut depths = vec![None; graph.nodes.len()];
    let mut queue = VecDeque::new();
    if let Some(first) = depths.first_mut() {
        *first = Some(0);
        queue.push_back(0);
    }
    while let Some(node) = queue.pop_front() {
        for next in &after[node] {
            if depths[*next].is_none() {
                depths[*next] = depths[node].map(|depth: usize| depth + 1);
                queue.push_back(*next);
            }
        }
    }
    depths.into_iter().map(Option::unwrap_or_default).collect()
}

/// The nodes of other layers that each is connected to.
fn neighbours(graph: &Graph, places: &[Place]) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| places[edge.from].layer != places[edge.to].layer) {
        neighbours[edge.from].push(edge.to);
        neighbours[edge.to].push(edge.from);
    }
    neighbours
}

/// Puts the nodes of a layer beside each other, around 0.
fn spread(layer: &[usize], places: &mut [Place]) {
    let whole: f64 = layer.iter().map(|i| places[*i].width + ACROSS).sum();
    let mut x = -whole / 2.0;
    for i in layer {
        places[*i].x = x + places[*i].width / 2.0;
        x += places[*i].width + ACROSS;
    }
}

/// Moves each node of a layer towards its neighbours; then they make room for each other.
fn settle(layer: &mut [usize], neighbours: &[Vec<usize>], places: &mut [Place]) {
    let wanted = |i: usize, places: &[Place]| match neighbours[i].len() {
        0 => places[i].x,
        count => neighbours[i].iter().map(|other| places[*other].x).sum::<f64>() / times(1.0, count),
    };
    let mut wishes: Vec<(f64, usize)> = layer.iter().map(|i| (wanted(*i, places), *i)).collect();
    wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut right = f64::MIN;
    let mut surplus = 0.0;
    for (slot, (wish, i)) in layer.iter_mut().zip(&wishes) {
        let half = places[*i].width / 2.0;
        let x = wish.max(right + half);
        surplus += x - wish;
        places[*i].x = x;
        right = x + half + ACROSS;
        *slot = *i;
    }
    let shift = surplus / times(1.0, layer.len().max(1));
    layer.iter().for_each(|i| places[*i].x -= shift);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diamond() -> Graph {
        let node = |label: &str, look| Node { label: label.into(), look };
        let edge = |from, to, look| Edge { from, to, label: format!("{from}<{to}"), look };
        Graph {
            title: "only the first 4 states (--states)".into(),
            nodes: vec![
                node("main: main:3", Look::Plain),
                node("main: \"x\"\nt1: add:2", Look::Plain),
                node("b", Look::Plain),
                node("data-race\nboth", Look::Bad),
            ],
            edges: vec![
                edge(0, 1, Look::Plain),
                edge(0, 2, Look::Plain),
                edge(1, 3, Look::Bad),
                edge(2, 3, Look::Plain),
                edge(2, 0, Look::Plain),
                edge(2, 2, Look::More),
            ],
        }
    }

    #[test]
    fn a_diamond() {
        insta::assert_snapshot!("diamond_dot", diamond().dot());
        insta::assert_snapshot!("diamond_svg", diamond().svg());
    }

    #[test]
    fn nodes_of_a_layer_do_not_overlap() {
        let node = |i: usize| Node { label: "x".repeat(i % 50), look: Look::Plain };
        let edges = (1..200).map(|to| Edge { from: (to - 1) / 5, to, label: String::new(), look: Look::Plain });
        let graph = Graph { title: String::new(), nodes: (0..200).map(node).collect(), edges: edges.collect() };
        let layout = Layout::new(&graph);
        for (i, a) in layout.places.iter().enumerate() {
            for b in &layout.places[..i] {
                let apart = (a.x - b.x).abs() >= (a.width + b.width) / 2.0;
                assert!(a.layer != b.layer || apart);
            }
        }
        assert!(Graph::default().svg().contains("</svg>"));
    }
}
