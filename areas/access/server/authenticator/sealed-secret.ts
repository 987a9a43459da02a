import { createHmac } from 'node:crypto'
import { type Keys, keyFrom, type Sealed, sealing } from '#kit/server/sealed.ts'

// What an authenticator shares with us must be readable, so it is sealed, and bound to its account.

const USE = 'carat authenticator'

export const presentKeyId = (keys: Keys) => sealing(keys, USE).keyId

/** Bound to its owner: moved to another account's row it does not open. */
export const seal = (keys: Keys, userId: number, text: string) => sealing(keys, USE).seal(String(userId), text)

/** Undefined where the key that sealed it is gone: then only another way of signing in is left. */
export const open = (keys: Keys, userId: number, sealed: Sealed) => sealing(keys, USE).open(String(userId), sealed)

/** What a recovery code may be stored as: under the present key, and under the one before. */
export const hashesOfRecoveryCode = ({ secret, earlierSecret }: Keys, userId: number, code: string) =>
  [secret, ...(earlierSecret ? [earlierSecret] : [])].map((one) =>
    createHmac('sha256', keyFrom(one, USE).key).update(`recovery ${userId} ${code}`).digest(),
  )
