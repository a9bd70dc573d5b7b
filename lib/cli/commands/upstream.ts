import type { Finding } from '../../../policies/findings.ts'
import type { Configuration } from '../../config/configuration.ts'
import { readEnvironment } from '../../config/environment.ts'
import type { ConnectorSettings } from '../../config/settings-list.ts'
import { registeredAddresses } from '../../protocol/upstream/services.ts'
import { ENGLISH_ISSUES, findingText } from '../../web/ui/texts/issues.ts'
import { failedStep, secretFinding, stepsOf } from '../doctor/upstreams.ts'
import { type Command, json, printList, Refused, type Terminal } from '../terminal/command.ts'
import { command } from './command.ts'

const settingsOf = ({ env }: Terminal): Configuration => readEnvironment(env).configuration

/** The connector fields that are safe to display. */
const dataOf = ({ baseUrl }: Configuration, connector: ConnectorSettings) => {
  const { id, name, issuer, client_id, firstSignIn, secretExpires } = connector
  return {
    id,
    name,
    issuer,
    client_id,
    ...registeredAddresses(baseUrl, id),
    firstSignIn,
    // Every connector has a secret, because settings without one are rejected.
    secret: 'set',
    ...(secretExpires === undefined ? {} : { secretExpires }),
  }
}

const list = command('upstream list', (args, terminal) => {
  const configuration = settingsOf(terminal)
  return printList(
    configuration.login.upstreams,
    {
      line: (connector) => textOf(dataOf(configuration, connector)),
      data: (connector) => dataOf(configuration, connector),
    },
    args,
    terminal,
  )
})

const textOf = (shown: ReturnType<typeof dataOf>): string =>
  [
    `${shown.id}  ${shown.name}`,
    `    issuer         ${shown.issuer}`,
    `    client ID      ${shown.client_id}`,
    `    redirect URI   ${shown.redirectUri}`,
    `    logout URI     ${shown.backchannelLogoutUri} (back-channel)`,
    `    signed out     ${shown.signedOutUri}`,
    `    first sign-in  ${shown.firstSignIn}`,
    `    client secret  ${shown.secret}${shown.secretExpires === undefined ? '' : `, expires on ${shown.secretExpires}`}`,
  ].join('\n')

/** One line in the report about a provider. */
interface ReportedStep {
  readonly step: string
  readonly outcome: 'ok' | 'failed' | 'noted'
  readonly detail: string
  readonly hint?: string
}

const test = command('upstream test', async (args, terminal) => {
  const id = args.only('connector')
  const configuration = settingsOf(terminal)
  const connector = configuration.login.upstreams.find((one) => one.id === id)
  if (connector === undefined) throw new Refused(`unknown connector ${id}: it is not in login.upstreams`)
  const { redirectUri } = registeredAddresses(configuration.baseUrl, id)
  const asData = args.flag('json')
  const steps: ReportedStep[] = []
  if (!asData) terminal.out(`redirect URI to register with the provider: ${redirectUri}\n`)
  for await (const step of reportedSteps(configuration, connector)) {
    steps.push(step)
    if (!asData) terminal.out(lineOf(step))
  }
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  if (asData) terminal.out(json({ id, redirectUri, steps }))
  return failed ? 1 : 0
})

async function* reportedSteps(
  configuration: Configuration,
  connector: ConnectorSettings,
): AsyncGenerator<ReportedStep> {
  for await (const step of stepsOf(configuration, connector, Date.now)) {
    yield step.outcome === 'failed' ? { ...step, hint: hintOf(failedStep(connector, step)) } : step
  }
  const secret = secretFinding(connector, Date.now())
  if (secret === undefined) return
  const outcome = secret.severity === 'error' ? 'failed' : 'noted'
  yield { step: 'secret', outcome, detail: `it expires on ${connector.secretExpires}`, hint: hintOf(secret) }
}

function hintOf(found: Finding): string {
  const { why, fix } = findingText(found, ENGLISH_ISSUES)
  return `${why} ${fix}`
}

const lineOf = ({ step, outcome, detail, hint }: ReportedStep): string =>
  `${outcome.padEnd(6)}  ${step.padEnd(10)}  ${detail}${hint === undefined ? '' : `\n        ${hint}`}`

export const UPSTREAM_COMMANDS: readonly Command[] = [list, test]
