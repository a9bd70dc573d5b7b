/** The head of the audit trail goes to the log, which write access to the store cannot change (D-A7). */
import { type Node, startIdp } from '../support/idp.ts'
import { until } from '../support/until.ts'

it('at the start and at the end of a node', async () => {
  const idp = await startIdp()
  const heads = ({ log }: Node): readonly (string | undefined)[] =>
    log.lines
      .filter(({ fields }) => fields['code'] === 'audit-head')
      .map(({ fields }) => String(fields['head']).split(':')[0])
  const newest = async (): Promise<string | undefined> =>
    (await idp.portico.audit.list({ group: 'sign-in' }, undefined, 1)).entries[0]?.id
  await idp.user().signIn(idp.party())
  await until(async () => (await newest()) !== undefined)
  const other = await idp.anotherNode()
  await until(async () => heads(other).length === 1)
  expect(heads(idp)).toEqual([])
  await idp.stop()
  expect(Number(heads(other)[0])).toBeGreaterThanOrEqual(1)
  expect(heads(idp)).toHaveLength(1)
})
