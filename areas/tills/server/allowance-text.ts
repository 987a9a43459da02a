import type { EncryptionKeys } from '#kit/server/sealed.ts'
import { createSignature, isSignatureValid, SIGNATURE_LENGTH } from '#kit/server/signed.ts'

// The text of an allowance has its id, account, member, points and end, and is signed.

const USE = 'offline allowance'
const shape = new RegExp(`^([\\w-]{1,300})\\.([\\w-]{${SIGNATURE_LENGTH}})$`)

export type AllowanceTerms = {
  AllowanceId: number
  AccountId: number
  MembershipNo: string
  Points: number
  ValidUntil: string
}

export function writeAllowance(keys: EncryptionKeys, terms: AllowanceTerms): string {
  const { AllowanceId, AccountId, MembershipNo, Points, ValidUntil } = terms
  const values = [AllowanceId, AccountId, MembershipNo, Points, ValidUntil]
  const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${payload}.${createSignature(keys, USE, payload)}`
}

/** Reads the text of an allowance; undefined if its signature is invalid. */
export function readAllowance(keys: EncryptionKeys, text: string): AllowanceTerms | undefined {
  const [, payload, signature] = shape.exec(text) ?? []
  if (!payload || !signature || !isSignatureValid(keys, USE, payload, signature)) return undefined
  const values = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, number, string, number, string]
  const [AllowanceId, AccountId, MembershipNo, Points, ValidUntil] = values
  return { AllowanceId, AccountId, MembershipNo, Points, ValidUntil }
}
