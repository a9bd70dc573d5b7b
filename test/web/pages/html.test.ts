/** The `html` tag of pages of the host's own: what a value may stand for, and where none may stand. */
import { h } from 'preact'
import { asHtml, html, isHtml, markupOf } from '../../../lib/web/pages/html.ts'
import { HOSTILE } from '../ui/fixture.ts'

const printed = (value: unknown): string => String(value)

describe('html', () => {
  it('escapes texts and numbers, in content and in attributes', () => {
    const value = `<b>&"'`
    expect(printed(html`<p title="${value}">${value} ${4}</p>`)).toBe(
      '<p title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39; 4</p>',
    )
    expect(printed(html`<p>${HOSTILE}</p>`)).not.toMatch(/<script|<b>/)
  })

  it('prints nothing for what is nothing, and each of a list', () =>
    expect(printed(html`${null}${undefined}${false}${true}${''}${[1, '<', html`<i>${'&'}</i>`]}`)).toBe(
      '1&lt;<i>&amp;</i>',
    ))

  it('prints its own markup and VNodes as they are', () =>
    expect(printed(html`<div>${html`<b>x</b>`}${h('i', { title: '"' }, '<')}</div>`)).toBe(
      '<div><b>x</b><i title="&quot;">&lt;</i></div>',
    ))

  it.each(['javascript:alert(1)', ' JAVASCRIPT:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'lets no address lead to %s',
    (address) => {
      for (const page of [
        html`<a href="${address}">x</a>`,
        html`<form action='${address}'></form>`,
        html`<img src="${address}">`,
      ])
        expect(printed(page)).toMatch(/(?:href|action|src)=["']#["']/)
      expect(printed(html`<a href="${'/portal'}">x</a><a href="/x?${'a&b'}">y</a>`)).toBe(
        '<a href="/portal">x</a><a href="/x?a&amp;b">y</a>',
      )
    },
  )

  it('looks at an address wherever it stands: after a sign in another attribute, apart from its tag, in two halves', () => {
    const address = 'javascript:alert(1)'
    const pages = [
      html`<button aria-label="Next >" formaction="${address}">`,
      html`<a data-x="k=" href='${address}'>`,
      html`<a${html` href="${address}"`}>`,
      html`<a href="${'java'}${'script:alert(1)'}">`,
      html`<a xlink:href="${address}">`,
    ]
    for (const page of pages) expect(printed(page)).not.toContain('script:')
    expect(printed(html`<a href="mailto:${'a@b.c'}">`)).toBe('<a href="mailto:a@b.c">')
    expect(printed(html`<p>1 < 2 ${'&'}</p><!-- it's > --><style>a > b { c: '<d' }</style><i>${'&'}</i>`)).toContain(
      '&amp;</i>',
    )
  })

  it.each([
    ['a bare attribute', () => html`<p title=${'x onclick=alert(1)'}>`],
    ['the name of one', () => html`<p ${'onclick=alert(1)'}>`],
    ['an event handler', () => html`<p onclick="${'x'}">`],
    ['a style', () => html`<p style="${'x'}">`],
    ['a page in a frame', () => html`<iframe srcdoc="${'x'}"></iframe>`],
    ['an event handler apart from its tag', () => html`<p${html` onclick="${'x'}"`}>`],
    ['markup in an attribute', () => html`<a href="${html`${'javascript:alert(1)'}`}">`],
    ['markup in a script', () => html`<script nonce="abc">const a = "${html`${'\\'}`}"</script>`],
    ['a bare attribute after a sign in another', () => html`<a title="a > b" href=${'x'}>`],
    ['a script', () => html`<script nonce="abc">const a = "${'x'}"</script>`],
    ['a style sheet', () => html`<style>a { color: ${'red'} }</style>`],
  ])('takes no value as %s', (_name, page) => expect(page).toThrow(TypeError))

  it('takes values after a script and in its attributes', () => {
    expect(printed(html`<script nonce="${'n'}" src="${'/a.js'}"></script><p>${'x'}</p>`)).toBe(
      '<script nonce="n" src="/a.js"></script><p>x</p>',
    )
    expect(printed(html`<input type="checkbox"${html` checked`}>`)).toBe('<input type="checkbox" checked>')
  })

  it('takes nothing for markup that came as data', () => {
    const forged: unknown = JSON.parse('{"markup":"<script>","toString":"x","type":"script","props":{}}')
    expect([isHtml(forged), markupOf(forged)]).toEqual([false, undefined])
    expect([markupOf('a'), markupOf(asHtml('b')), markupOf(h('i', null)), markupOf(4), markupOf(null)]).toEqual([
      'a',
      'b',
      '<i></i>',
      undefined,
      undefined,
    ])
  })
})
