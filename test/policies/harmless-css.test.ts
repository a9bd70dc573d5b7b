import lists from '../../policies/harmless-css.json' with { type: 'json' }
import { CSS_MAX, PROPERTIES, rewriteCss } from '../../policies/harmless-css.ts'
import { HOSTILE_CSS } from '../support/hostile-css.ts'

it.each([
  ['', ''],
  ['/* only a comment', ''],
  ['.sso-card{border-radius:1rem 0}', '.sso-card {\n  border-radius: 1rem 0;\n}'],
  ['.sso-card{;;gap:1px/**/;}', '.sso-card {\n  gap: 1px;\n}'],
  ['.sso-card { /* } */ gap: .5rem }', '.sso-card {\n  gap: .5rem;\n}'],
  [
    '.sso-card>.sso-button:hover,\n.sso-note.sso-note:dir(rtl)\t.sso-button { border: 2px solid var(--sso-accent) }',
    '.sso-card > .sso-button:hover, .sso-note.sso-note:dir(rtl) .sso-button {\n  border: 2px solid var(--sso-accent);\n}',
  ],
  [
    '@media (min-width:40.5rem) and (forced-colors: none){.sso-lead{line-height:1.5;letter-spacing:-0.01em}}',
    '@media (min-width: 40.5rem) and (forced-colors: none) {\n  .sso-lead {\n    line-height: 1.5;\n    letter-spacing: -0.01em;\n  }\n}',
  ],
  [
    '.sso-card { box-shadow: 0 8px 1.5rem var(--sso-shadow); font-weight: 600 }',
    '.sso-card {\n  box-shadow: 0 8px 1.5rem var(--sso-shadow);\n  font-weight: 600;\n}',
  ],
])('%j becomes %j, which stays', (source, css) => {
  expect(rewriteCss(source)).toEqual({ css, issues: [] })
  expect(rewriteCss(css)).toEqual({ css, issues: [] })
})

it.each(HOSTILE_CSS)('%j is refused', (source) => {
  const { css, issues } = rewriteCss(`.sso-card { gap: 1rem }\n${source}`)
  expect(css).toBe('')
  expect(issues[0]).toMatchObject({ line: 2, part: expect.stringMatching(/./) })
})

it.each([
  [
    '.sso-card {\n  color: red;\n  gap: 9rem; gap: 1rem;\n}\n.b { font-style: normal }',
    [
      { line: 2, column: 3, part: 'color' },
      { line: 3, column: 8, part: '9rem', allowed: '<0…2rem>{1,2}' },
      { line: 5, column: 1, part: '.b' },
    ],
  ],
  [
    '/* a\n b */ .sso-logo { font-style: normal;\n block-size: 9px }',
    [{ line: 3, column: 14, part: '9px', allowed: '<1.5…3rem>' }],
  ],
  ['.sso-card {}\n.sso-logo { padding-inline: 0 }', [expect.objectContaining({ line: 2, column: 13 })]],
  ['.sso-card  >  > .sso-lead {}', [{ line: 1, column: 1, part: '.sso-card > > .sso-lead' }]],
  ['.sso-card, {}', [{ line: 1, column: 10, part: ',' }]],
  [`${'.sso-card '.repeat(8)}{}`, [expect.objectContaining({ line: 1, column: 1 })]],
  ['.sso-card { : 0 }', [{ line: 1, column: 13, part: ':' }]],
  ['.sso-card { gap: }', [expect.objectContaining({ part: 'gap' })]],
  ['.sso-card { font-style: ITALIC }', [expect.objectContaining({ column: 25, part: 'ITALIC' })]],
  ['.sso-card { gap: L }', [expect.objectContaining({ column: 18, part: 'L' })]],
  ['.sso-card { gap: 0', [{ line: 1, column: 19, part: '' }]],
  ['@media (min-width: 1px) { .sso-card { gap: 0 }', [{ line: 1, column: 47, part: '' }]],
  ['.sso-card { \u202egap: 0 }', [{ line: 1, column: 13, part: '\ufffdgap' }]],
])('%j is refused with its places', (source, issues) => expect(rewriteCss(source)).toEqual({ css: '', issues }))

it('at most ten issues are listed, and long parts are cut', () => {
  expect(rewriteCss('.a { }'.repeat(20)).issues).toHaveLength(10)
  expect(rewriteCss(`.${'a'.repeat(99)} { }`).issues[0]?.part).toHaveLength(40)
})

it('a text that is too long is refused as a whole', () => {
  const rule = '.sso-card { gap: 0 }\n'
  expect(rewriteCss(rule.repeat(CSS_MAX / rule.length)).issues).toEqual([])
  expect(rewriteCss(rule.repeat(CSS_MAX / rule.length + 1))).toMatchObject({ css: '', issues: [{ part: '' }] })
})

it('there are 20 classes, and every group is of them', () => {
  expect(Object.keys(lists.classes)).toHaveLength(20)
  for (const group of Object.values(lists.groups))
    expect(Object.keys(lists.classes)).toEqual(expect.arrayContaining(group))
})

it('values are shown as CSS does', () => {
  expect(PROPERTIES.get('font-weight')?.allowed).toBe('normal | bold | <400…800>')
  expect(PROPERTIES.get('border-style')?.allowed).toBe('<style>{1,4}')
})
