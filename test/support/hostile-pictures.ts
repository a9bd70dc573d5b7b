/** Pictures that run, load, hide, or multiply something. Each must be refused. */
import { deflateSync } from 'node:zlib'
import { pngOf } from './pictures.ts'

const svg = (content: string, attributes = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${content}</svg>`)

export const HOSTILE_PICTURES: readonly (readonly [name: string, file: Buffer])[] = [
  ['a script', svg('<script>alert(1)</script>')],
  ['a script in another namespace', svg('<g xmlns="http://www.w3.org/1999/xhtml"><body/></g>')],
  ['an event handler', svg('<rect width="9" height="9" onload="alert(1)"/>')],
  ['an event handler of the file', svg('<g/>', 'onload="alert(1)"')],
  ['HTML in the picture', svg('<iframe src="//evil.example"/>')],
  ['a link that runs', svg('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
  ['a picture of another origin', svg('<image href="https://evil.example/p.png"/>')],
  ['a color of another origin', svg('<rect fill="url(https://evil.example/x#a)" width="9" height="9"/>')],
  ['a style that loads', svg('<style>rect{fill:url(//evil.example)}</style>')],
  ['a style that imports', svg('<style>@import "//evil.example/x.css";</style>')],
  ['a style with escapes', svg('<rect style="fill:u\\72l(//evil.example)" width="9" height="9"/>')],
  ['an encoded reference', svg('<rect fill="&#117;rl(&#47;/evil.example)" width="9" height="9"/>')],
  ['a reference that becomes another', svg('<a id="a"><set attributeName="href" to="javascript:alert(1)"/></a>')],
  ['an external entity', Buffer.from('<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>')],
  ['a reference to copies of copies', svg('<g id="a"><use href="#b"/><use href="#b"/></g>')],
  ['a mask that uses masks', svg('<mask id="a"><g mask="url(#b)"/></mask>')],
  ['10,000 elements', svg('<g/>'.repeat(10_000))],
  ['1,000 levels', svg('<g>'.repeat(1_000) + '</g>'.repeat(1_000))],
  ['an element that is not closed', svg('<g>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page behind a signature', Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')])],
  ['a script with the start of a PNG', Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from('alert(1)')])],
  ['a PNG of 30,000 pixels a side', pngOf(30_000, 30_000, deflateSync(Buffer.alloc(9)))],
  ['a PNG that unpacks to much more', pngOf(9, 9, deflateSync(Buffer.alloc(50_000_000)))],
  ['a PNG with half of its pixels', pngOf(9, 9, deflateSync(Buffer.alloc(50)))],
  ['a JPEG that ends early', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 8])],
]
