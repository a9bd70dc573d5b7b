/** Behind a proxy the id of a request comes from it, and whoever reaches the proxy may send one that was used before (D-G15). */
import { forEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { CONF } from '../support/fixtures.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'

const ID = 'the-id-of-a-request-0001'
const LATER_ID = 'the-id-of-a-request-0002'

forEachDeployment((start) => {
  const idp = filled(beforeAll, () => start({ options: { trustProxy: 1, accounts: PANEL_ACCOUNTS } }))

  it('of two requests with one id the first stays explained', async () => {
    const ask = (host: string, id: string = ID) =>
      idp.send(`/authorize?client_id=${CONF.client_id}&response_type=code&redirect_uri=https://${host}.example/`, {
        headers: { 'x-request-id': id, 'x-forwarded-for': '192.0.2.1' },
      })
    const panel = await enterPanel(idp)
    const explained = async (id: string = ID): Promise<string> =>
      textIn((await panel.open(`/explain/${id}`)).answer.text)
    expect((await ask('the-first')).headers['x-request-id']).toBe(ID)
    await until(async () => (await explained()).includes('the-first'))
    await ask('the-second')
    // What explains a later request is kept after what explains an earlier one.
    await ask('the-third', LATER_ID)
    await until(async () => (await explained(LATER_ID)).includes('the-third'))
    const after = await explained()
    expect([after.includes('the-first'), after.includes('the-second')]).toEqual([true, false])
  })

  it('one of ours is found as somebody reads it from a picture', async () => {
    const refused = await idp.send('/authorize?client_id=nobody&response_type=code&redirect_uri=https://app.example/')
    const id = refused.headers['x-request-id'] as string
    expect(id).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    const read = id.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I')
    const panel = await enterPanel(idp)
    await until(async () => (await panel.open(`/explain/${id}`)).answer.status === 200)
    const search = await panel.open(`/search?q=${encodeURIComponent(read)}`)
    expect([search.answer.status, search.url.endsWith(`/explain/${id}`)]).toEqual([200, true])
    expect(textIn((await panel.open(`/explain/${read.replaceAll(' ', '')}`)).answer.text)).toContain(id)
  })
})
