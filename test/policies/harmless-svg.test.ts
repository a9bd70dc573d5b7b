import { rewriteSvg } from '../../policies/harmless-svg.ts'

const svg = (content: string, attributes = ''): string => `<svg${attributes}>${content}</svg>`
const XMLNS = ' xmlns="http://www.w3.org/2000/svg"'

it.each([
  ['<g/>', '<g />'],
  ['<path d="M0 0h9" fill="#fff" data-name="x"/>', '<path d="M0 0h9" fill="#fff"/>'],
  ["<rect fill='url(#a)' clip-path='url(#b)'/>", '<rect fill="url(#a)" clip-path="url(#b)"/>'],
  ['<linearGradient id="a" xlink:href="#b"/>', '<linearGradient id="a" href="#b"/>'],
  ['<title>x</title><g><desc><script>alert(1)</script></desc></g>', '<g ></g>'],
  ['<metadata/><sodipodi:namedview x="1"/><g/>', '<g />'],
  ['<!-- a --><g/>\n stray', '<g />'],
  ['<text>A &amp; &#x42;&#67;</text>', '<text >A &#38; BC</text>'],
  ['<style><![CDATA[.a{fill:url(#b)}]]></style>', '<style >.a{fill:url(#b)}</style>'],
  ['<style>/* a */ .a > b{fill:rgb(1,2,3)}</style>', '<style >  .a &#62; b{fill:rgb(1,2,3)}</style>'],
  ['<g transform="rotate(3)" style="stroke:url(#a)"/>', '<g transform="rotate(3)" style="stroke:url(#a)"/>'],
  ['<style>a{x:"/*";fill:url(//evil.example);x:"*/"}</style>', '<style >a{x:&#34; &#34;}</style>'],
  ['<mask><rect fill="url(#a)"/></mask>', '<mask ><rect fill="url(#a)"/></mask>'],
])('%s becomes %s', (content, written) => expect(rewriteSvg(svg(content, XMLNS))).toEqual({ svg: svg(written, XMLNS) }))

it('a declaration, a document type without entities, and a file without a namespace are taken', () =>
  expect(rewriteSvg('<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "a" "b">\n<svg/>\n')).toEqual({
    svg: `<svg${XMLNS}/>`,
  }))

it.each([
  ['<script/>', 'script'],
  ['<use href="#a"/>', 'use'],
  ['<rect ONCLICK="a()"/>', 'ONCLICK'],
  ['<rect href="#a"/>', 'href'],
  ['<linearGradient href="//evil.example"/>', 'href'],
  ['<rect fill="url(x)"/>', 'fill'],
  ['<rect transform="url(#a)"/>', 'transform'],
  ['<rect fill="//evil.example"/>', 'fill'],
  ['<rect style="background:image-set(x)"/>', 'style'],
  ['<rect xmlns="http://www.w3.org/1999/xhtml"/>', 'xmlns'],
  ['<clipPath><g><rect clip-path="url(#a)"/></g></clipPath>', 'clip-path'],
  ['<style>@import "x"</style>', 'style'],
  ['<style>a{fill:var(--a)}</style>', 'style'],
  [`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`, 'g'],
  ['<line/>'.repeat(2_001), 'line'],
])('%s is refused, and the part is named', (content, refused) => expect(rewriteSvg(svg(content))).toEqual({ refused }))

it.each([
  '',
  'text',
  '<!-- a -->',
  '<g/>',
  '<svg/><svg/>',
  '<svg/>text',
  '<svg>',
  '<svg></g>',
  '</svg>',
  '<svg x="1" x="2"/>',
  '<svg x="<"/>',
  '<svg x=1/>',
  svg('<text>&unknown;</text>'),
  svg('<text>&abc;</text>'),
  svg('<text>&#x110000;</text>'),
  svg('<text>&#0;</text>'),
  svg('<g x="&"/>'),
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  '<?xml-stylesheet href="a"?><svg/>',
])('%s is not well-formed', (text) => expect(rewriteSvg(text)).toEqual({ refused: '' }))
