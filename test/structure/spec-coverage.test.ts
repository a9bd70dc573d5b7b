/** Every case has a sentence in `cases.ts`, and a test that names it, or a reason there. */
import { CASES, caseIds, SHOWN_UNNAMED, sentences, WITHOUT_TEST } from './cases.ts'
import { readSource, sourceFiles } from './sources.ts'

const ID = new RegExp(`\\b(?:${Object.keys(CASES).join('|')})-\\d{2}\\b`, 'g')
const tests = sourceFiles(['test'], '{test.ts,test.tsx}').filter((path) => !path.startsWith('test/structure/'))
const named = new Map<string, string>()
for (const path of tests) for (const [id] of readSource(path).matchAll(ID)) named.set(id, path)
const excused = [...WITHOUT_TEST.flatMap(({ cases }) => cases), ...SHOWN_UNNAMED.map(({ id }) => id)]

describe('the cases', () => {
  const groups = Object.entries(CASES).map(([group, { about }]) => ({ group, about }))

  it.each(groups)('of group $group ($about) have tests', ({ group }) => {
    const ids = caseIds.filter((id) => id.startsWith(`${group}-`))
    expect(ids.filter((id) => !named.has(id) && !excused.includes(id))).toEqual([])
  })

  it.each(SHOWN_UNNAMED)('include $id, which $test shows', ({ test, words }) =>
    expect(readSource(test)).toContain(words),
  )

  it('that are excused are named by no test, and each has one reason', () => {
    expect(excused.filter((id) => named.has(id)).map((id) => `${id}: ${named.get(id)}`)).toEqual([])
    expect(excused.filter((id, index) => !caseIds.includes(id) || excused.indexOf(id) !== index)).toEqual([])
    for (const { reason } of WITHOUT_TEST) expect(reason).toMatch(/^[a-z].{20,}[^.]$/)
  })

  it('are each listed once', () => {
    expect(caseIds).toHaveLength(236)
    expect(new Set(caseIds).size).toBe(236)
    for (const [group, { cases }] of Object.entries(CASES))
      expect(Object.keys(cases).filter((id) => !new RegExp(`^${group}-\\d{2}$`).test(id))).toEqual([])
  })

  it('each have a sentence that states what they show', () => {
    expect(sentences.filter(([, sentence]) => !/^[a-z].{13,98}[^.\s]$/.test(sentence))).toEqual([])
    const said = sentences.map(([, sentence]) => sentence)
    expect(said.filter((sentence, index) => said.indexOf(sentence) !== index)).toEqual([])
  })
})
