/** Behind a proxy the id of a request comes from it, and any client can send one that was used before (D-G15). */
import { forEachDeployment } from '../support/deployments.ts'
import { CONF } from '../support/fixtures.ts'
import { sharedIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'

const ID = 'the-id-of-a-request-0001'
const LATER_ID = 'the-id-of-a-request-0002'

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { trustProxy: 1, accounts: PANEL_ACCOUNTS } }))

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
    // The explanation of a later request is stored after that of an earlier one.
    await ask('the-third', LATER_ID)
    await until(async () => (await explained(LATER_ID)).includes('the-third'))
    const after = await explained()
    expect([after.includes('the-first'), after.includes('the-second')]).toEqual([true, false])
  })
})
