"""Line charts as SVG, both axes logarithmic. They adapt to light and dark."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 76, 170, 44, 52

# Told apart by those who don't see all colours, on white and on black.
COLOURS = (
    "#0072b2 #d55e00 #009e73 #cc79a7 #b8860b #56a0d3 #8a63d2 #7f7f7f".split()
)

HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
role="img" font-family="sans-serif" font-size="12">
<title>{title}</title>
<style>
.text {{ fill: #333 }} .grid {{ stroke: #ddd }} .back {{ fill: #fff }}
@media (prefers-color-scheme: dark) {{
.text {{ fill: #ccc }} .grid {{ stroke: #444 }} .back {{ fill: #0d1117 }}
}}
</style>
<rect class="back" width="{width}" height="{height}"/>
"""


def _decades(values):
    return (
        math.floor(math.log10(min(values)) + 1e-9),
        math.ceil(math.log10(max(values)) - 1e-9),
    )


def _tick(value):
    for unit, factor in (("M", 1e6), ("k", 1e3)):
        if value >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


class _Scale:
    """From values to pixels."""

    def __init__(self, values, start, end):
        self.low, self.high = _decades(values)
        self.high = max(self.high, self.low + 1)
        self.start, self.end = start, end

    def __call__(self, value):
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)

    def ticks(self):
        return [10.0**power for power in range(self.low, self.high + 1)]


def _text(x, y, text, anchor="start", more=""):
    return (
        f'<text class="text" x="{x}" y="{y}" text-anchor="{anchor}"{more}>'
        f"{escape(text)}</text>"
    )


def _grid(x, y, x_label, y_label):
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    out = []
    for value in x.ticks():
        at = x(value)
        out.append(
            f'<line class="grid" x1="{at}" y1="{TOP}" x2="{at}" y2="{bottom}"/>'
        )
        out.append(_text(at, bottom + 18, _tick(value), "middle"))
    for value in y.ticks():
        at = y(value)
        out.append(
            f'<line class="grid" x1="{LEFT}" y1="{at}" x2="{right}" y2="{at}"/>'
        )
        out.append(_text(LEFT - 8, at + 4, _tick(value), "end"))
    out.append(_text((LEFT + right) / 2, HEIGHT - 14, x_label, "middle"))
    turned = f' transform="rotate(-90 18 {(TOP + bottom) / 2})"'
    out.append(_text(18, (TOP + bottom) / 2, y_label, "middle", turned))
    return out


def _line(points, x, y, colour):
    places = " ".join(f"{x(a)},{y(b)}" for a, b in points)
    out = [
        f'<polyline points="{places}" fill="none" stroke="{colour}" '
        'stroke-width="2"/>'
    ]
    out += [
        f'<circle cx="{x(a)}" cy="{y(b)}" r="3" fill="{colour}"/>'
        for a, b in points
    ]
    return out


def _labels(lines, y):
    """Names at the lines' right ends, moved apart where they would meet."""
    out = []
    free = TOP
    ends = sorted(lines, key=lambda line: -line[1][-1][1])
    for name, points, colour in ends:
        at = max(y(points[-1][1]) + 4, free)
        free = at + 15
        label = _text(WIDTH - RIGHT + 10, at, name)
        out.append(label.replace('class="text"', f'fill="{colour}"'))
    return out


def chart(title, x_label, y_label, series):
    """The SVG of `series`: points (x, y), all above 0, by name."""
    lines = [
        (name, sorted(points), COLOURS[i % len(COLOURS)])
        for i, (name, points) in enumerate(series.items())
        if points
    ]
    every = [point for _, points, _ in lines for point in points]
    x = _Scale([a for a, _ in every], LEFT, WIDTH - RIGHT)
    y = _Scale([b for _, b in every], HEIGHT - BOTTOM, TOP)
    out = [HEAD.format(width=WIDTH, height=HEIGHT, title=escape(title))]
    out.append(_text(LEFT, 24, title, more=' font-size="15"'))
    out += _grid(x, y, x_label, y_label)
    for _, points, colour in lines:
        out += _line(points, x, y, colour)
    out += _labels(lines, y)
    out.append("</svg>\n")
    return "\n".join(out)
