import { EmailRefused, type Mailer, type SendEmail } from '../../ports/mailer.ts'

export function hostMailer(send: SendEmail): Mailer {
  return {
    name: 'function of the host',
    async send(email) {
      try {
        const answer = await send(email)
        return { outcome: 'accepted', answer: typeof answer === 'string' ? answer : '' }
      } catch (error) {
        if (error instanceof EmailRefused) return { outcome: 'refused', answer: error.message }
        throw error
      }
    },
  }
}
