import { type Letter, LetterRefused, type Mailer, type SendLetter } from '../../ports/mailer.ts'

const ANSWER_MAX = 500
/** How long a function of the host may take: shorter than a lease, in milliseconds. */
const TIMEOUT_MS = 12_000

/** A function of the host as a mailer. */
export function hostMailer(send: SendLetter): Mailer {
  return {
    name: 'function of the host',
    async send(letter) {
      try {
        const answer = await inTime(() => send(letter))
        return { outcome: 'accepted', answer: typeof answer === 'string' ? answer.slice(0, ANSWER_MAX) : '' }
      } catch (error) {
        if (error instanceof LetterRefused) return { outcome: 'refused', answer: withoutSecrets(error.message, letter) }
        throw error
      }
    },
  }
}

/** Hosts may put anything into a message. */
function withoutSecrets(message: string, { to, link }: Letter): string {
  const secrets = [to, ...(link === undefined ? [] : [link])]
  return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message).slice(0, ANSWER_MAX)
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the function that sends letters did not answer in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
