/** The stage of an interaction, as a table; and that the table of the README is that of the code. */
import { existsSync } from 'node:fs'
import { PROMPT_OF } from '../../../lib/protocol/engine/step.ts'
import { type Stage, type StageFacts, stageOf, stageOfForm } from '../../../lib/protocol/interaction/stage.ts'
import { STAGES } from '../../../lib/protocol/interaction/stages.ts'
import { readSource } from '../../structure/sources.ts'

const FOLDER = 'lib/protocol/interaction'
const NO_USER: StageFacts = {
  prompt: 'login',
  answered: false,
  pending: undefined,
  signedIn: false,
  beganSignedIn: false,
  other: false,
}
const SIGNED_IN: StageFacts = { ...NO_USER, signedIn: true, beganSignedIn: true }

it.each<[string, StageFacts, Stage]>([
  ['no user is signed in', NO_USER, 'sign-in'],
  ['the user was, and is no longer', { ...NO_USER, beganSignedIn: true, prompt: 'consent' }, 'sign-in'],
  ['the user is to sign in again', SIGNED_IN, 'confirm-identity'],
  ['a user signed in in another tab', { ...SIGNED_IN, beganSignedIn: false }, 'signed-in'],
  ['an account is to be chosen', { ...SIGNED_IN, prompt: 'select_account' }, 'select-account'],
  ['the access rule refuses', { ...SIGNED_IN, prompt: PROMPT_OF['not-allowed'] }, 'not-allowed'],
  ['more is asked of a session', { ...SIGNED_IN, prompt: PROMPT_OF['second-step'] }, 'second-step'],
  ['a second factor is to be set up', { ...SIGNED_IN, prompt: PROMPT_OF.enroll }, 'enroll'],
  ['consent is asked', { ...SIGNED_IN, prompt: 'consent' }, 'consent'],
  ['a second step is pending', { ...NO_USER, pending: 'second-step' }, 'second-step'],
  ['a code by mail is pending', { ...NO_USER, pending: 'mail-code' }, 'mail-code'],
  ['a new password is pending', { ...NO_USER, pending: 'new-password' }, 'new-password'],
  ['it is pending for another user than the signed-in one', { ...SIGNED_IN, pending: 'new-password' }, 'new-password'],
  [
    'also where more is asked of that session',
    { ...SIGNED_IN, prompt: PROMPT_OF['second-step'], pending: 'new-password' },
    'new-password',
  ],
  ['it is pending although there was an answer', { ...NO_USER, answered: true, pending: 'second-step' }, 'second-step'],
  ['there is an answer', { ...NO_USER, answered: true }, 'answered'],
  ['there is an answer to a step-up', { ...SIGNED_IN, prompt: PROMPT_OF['second-step'], answered: true }, 'answered'],
  ['another user wants to sign in', { ...SIGNED_IN, other: true, pending: 'second-step', answered: true }, 'sign-in'],
])('the stage: when %s', (_when, facts, stage) => expect(stageOf(facts)).toBe(stage))

it.each<[Record<string, string>, StageFacts, string | undefined]>([
  [{ stage: 'consent', code: '1' }, NO_USER, 'consent'],
  [{ stage: '', password: 'x' }, NO_USER, ''],
  [{ code: '1' }, NO_USER, 'second-step'],
  [{ code: '1' }, { ...SIGNED_IN, prompt: PROMPT_OF.enroll }, undefined],
  [{ passkey: '{}' }, { ...SIGNED_IN, prompt: PROMPT_OF.enroll }, undefined],
  [{ recovery_code: '1' }, NO_USER, 'second-step'],
  [{ mail_code: '1' }, NO_USER, 'mail-code'],
  [{ passkey: '{}' }, NO_USER, 'second-step'],
  [{ passkey: '{}', username: '', password: '' }, NO_USER, 'sign-in'],
  [{ passkey: '{}', username: '', password: '' }, SIGNED_IN, 'confirm-identity'],
  [{ passkey: '', username: 'a', password: 'b' }, NO_USER, 'sign-in'],
  [{ username: 'a', password: 'b' }, SIGNED_IN, 'confirm-identity'],
  [{ username: 'a', password: 'b' }, { ...SIGNED_IN, prompt: 'consent' }, 'sign-in'],
  [{ new_password: 'a', repeat: 'a' }, NO_USER, 'new-password'],
  [{ action: 'allow' }, SIGNED_IN, undefined],
])('the stage that a form answers: %j', (fields, facts, stage) =>
  expect(stageOfForm(new Map(Object.entries(fields)), facts)).toBe(stage),
)

describe('the table of the README', () => {
  const readme = readSource(`${FOLDER}/README.md`)
  const rowsOf = (heading: string): readonly (readonly string[])[] =>
    (readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
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
    const begun = ['enroll', 'select-account', 'not-allowed', 'consent']
    expect(stages.filter((stage) => !to.includes(stage))).toEqual(begun)
  })
})
