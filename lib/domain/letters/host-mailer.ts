import { LetterRefused, type Mailer, type SendLetter } from '../../ports/mailer.ts'

export function hostMailer(send: SendLetter): Mailer {
  return {
    name: 'function of the host',
    async send(letter) {
      try {
        const answer = await send(letter)
        return { outcome: 'accepted', answer: typeof answer === 'string' ? answer : '' }
      } catch (error) {
        if (error instanceof LetterRefused) return { outcome: 'refused', answer: error.message }
        throw error
      }
    },
  }
}
