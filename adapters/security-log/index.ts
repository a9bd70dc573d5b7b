export { type SecurityLog, type SecurityLogOptions, securityLog } from './security-log.ts'
