import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/**
 * Returns the SCRAM verifier of a password, which PostgreSQL stores (RFC 5803).
 * A statement with the verifier may be logged, unlike one with the password.
 */
export function scramVerifier(password: string, salt = randomBytes(16), iterations = 4096): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
