/** The stage of an interaction, as a table; and that the table of the README is that of the code. */
import { existsSync } from 'node:fs'
import { PROMPT_OF } from '../../../lib/protocol/engine/step.ts'
import { type Stage, type StageFacts, stageOf, stageOfForm } from '../../../lib/protocol/interaction/stage.ts'
import { STAGES } from '../../../lib/protocol/interaction/stages.ts'
import { readSource } from '../../structure/sources.ts'

const FOLDER = 'lib/protocol/interaction'
const NOBODY: StageFacts = {
  prompt: 'login',
  answered: false,
  pending: undefined,
  signedIn: false,
  beganSignedIn: false,
  other: false,
}
const SOMEBODY: StageFacts = { ...NOBODY, signedIn: true, beganSignedIn: true }

it.each<[string, StageFacts, Stage]>([
  ['nobody is signed in', NOBODY, 'sign-in'],
  ['somebody was, and is nobody any more', { ...NOBODY, beganSignedIn: true, prompt: 'consent' }, 'sign-in'],
  ['somebody is to sign in again', SOMEBODY, 'confirm-identity'],
  ['somebody signed in in another tab', { ...SOMEBODY, beganSignedIn: false }, 'signed-in'],
  ['an account is to be chosen', { ...SOMEBODY, prompt: 'select_account' }, 'select-account'],
  ['the access rule refuses', { ...SOMEBODY, prompt: PROMPT_OF['not-allowed'] }, 'not-allowed'],
  ['more is asked of a session', { ...SOMEBODY, prompt: PROMPT_OF['second-step'] }, 'second-step'],
  ['consent is asked', { ...SOMEBODY, prompt: 'consent' }, 'consent'],
  ['a second step is pending', { ...NOBODY, pending: 'second-step' }, 'second-step'],
  ['a code by mail is pending', { ...NOBODY, pending: 'mail-code' }, 'mail-code'],
  ['a new password is pending', { ...NOBODY, pending: 'new-password' }, 'new-password'],
  ['it is pending for somebody else than is signed in', { ...SOMEBODY, pending: 'new-password' }, 'new-password'],
  [
    'also where more is asked of that session',
    { ...SOMEBODY, prompt: PROMPT_OF['second-step'], pending: 'new-password' },
    'new-password',
  ],
  ['it is pending although there was an answer', { ...NOBODY, answered: true, pending: 'second-step' }, 'second-step'],
  ['there is an answer', { ...NOBODY, answered: true }, 'answered'],
  ['there is an answer to a step-up', { ...SOMEBODY, prompt: PROMPT_OF['second-step'], answered: true }, 'answered'],
  ['somebody else wants to sign in', { ...SOMEBODY, other: true, pending: 'second-step', answered: true }, 'sign-in'],
])('the stage: when %s', (_when, facts, stage) => expect(stageOf(facts)).toBe(stage))

it.each<[Record<string, string>, StageFacts, string | undefined]>([
  [{ stage: 'consent', code: '1' }, NOBODY, 'consent'],
  [{ stage: '', password: 'x' }, NOBODY, ''],
  [{ code: '1' }, NOBODY, 'second-step'],
  [{ recovery_code: '1' }, NOBODY, 'second-step'],
  [{ mail_code: '1' }, NOBODY, 'mail-code'],
  [{ passkey: '{}' }, NOBODY, 'second-step'],
  [{ passkey: '{}', username: '', password: '' }, NOBODY, 'sign-in'],
  [{ passkey: '{}', username: '', password: '' }, SOMEBODY, 'confirm-identity'],
  [{ passkey: '', username: 'a', password: 'b' }, NOBODY, 'sign-in'],
  [{ username: 'a', password: 'b' }, SOMEBODY, 'confirm-identity'],
  [{ username: 'a', password: 'b' }, { ...SOMEBODY, prompt: 'consent' }, 'sign-in'],
  [{ new_password: 'a', repeat: 'a' }, NOBODY, 'new-password'],
  [{ action: 'allow' }, SOMEBODY, undefined],
])('the stage that a form answers: %j', (fields, facts, stage) =>
  expect(stageOfForm(new Map(Object.entries(fields)), facts)).toBe(stage),
)

describe('the table of the README', () => {
  const readme = readSource(`${FOLDER}/README.md`)
  const rowsOf = (heading: string): readonly (readonly string[])[] =>
    (readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .map((line) => line.split('|').slice(1, -1))
  const stagesIn = (text = ''): readonly string[] => [...text.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name)
  const stages = Object.keys(STAGES)

  it('has the stages of the code, each with its file', () => {
    const rows = rowsOf('Stages')
    expect(rows.flatMap(([stage]) => stagesIn(stage))).toEqual(stages)
    for (const [, , file = ''] of rows) expect(existsSync(`${FOLDER}/${file.trim().slice(1, -1)}`)).toBe(true)
  })

  it('leads from every stage, and to every stage that an event can lead to', () => {
    const rows = rowsOf('Transitions')
    const from = rows.flatMap(([stage]) => stagesIn(stage))
    const to = rows.flatMap(([, , target]) => stagesIn(target))
    expect(new Set(from)).toEqual(new Set(stages))
    expect(to.filter((stage) => !stages.includes(stage))).toEqual([])
    // These are where an interaction begins: the engine asks, and no step is complete yet.
    const begun = ['select-account', 'not-allowed', 'consent']
    expect(stages.filter((stage) => !to.includes(stage))).toEqual(begun)
  })
})
