export { type SmtpMailerOptions, smtpMailer } from './smtp-mailer.ts'
