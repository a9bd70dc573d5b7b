/** Behind a proxy the id of a request comes from it, and whoever reaches the proxy may send one that was used before (D-G15). */
import { forEachDeployment } from '../support/deployments.ts'
import { CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { until } from '../support/redis-server.ts'

const ID = 'the-id-of-a-request-0001'

forEachDeployment((start) => {
  let idp: Idp
  beforeAll(async () => {
    idp = await start({ options: { trustProxy: 1, accounts: PANEL_ACCOUNTS } })
  })

  it('of two requests with one id the first stays explained', async () => {
    const ask = (host: string) =>
      idp.send(`/authorize?client_id=${CONF.client_id}&response_type=code&redirect_uri=https://${host}.example/`, {
        headers: { 'x-request-id': ID, 'x-forwarded-for': '192.0.2.1' },
      })
    const panel = await enterPanel(idp)
    const explained = async (): Promise<string> => textIn((await panel.open(`/explain/${ID}`)).answer.text)
    expect((await ask('the-first')).headers['x-request-id']).toBe(ID)
    await until(async () => (await explained()).includes('the-first'))
    await ask('the-second')
    await new Promise((resolve) => setTimeout(resolve, 500))
    const after = await explained()
    expect([after.includes('the-first'), after.includes('the-second')]).toEqual([true, false])
  })
})
