import type { Db } from '#kit/server/ctx.ts'
import { inJobTransaction } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { createSealer, type EncryptionKeys, type SealedSecret } from '#kit/server/sealed.ts'

const sealerOf = (keys: EncryptionKeys) => createSealer(keys, 'webhooks')
const ownerOf = (endpointId: number) => `webhook ${endpointId}`

export const sealWebhookSecret = (keys: EncryptionKeys, endpointId: number, secret: string): SealedSecret =>
  sealerOf(keys).seal(ownerOf(endpointId), secret)

export type SealedSecrets = {
  EndpointId: number
  SecretSealed: Buffer
  KeyId: string
  PreviousSecretSealed: Buffer | null
  PreviousKeyId: string | null
  PreviousSecretUntil: string | null
}

/** Returns the valid secrets of an endpoint, the newest first; undefined if the key of the newest is not available. */
export function openWebhookSecrets(keys: EncryptionKeys, sealed: SealedSecrets, now: Date): string[] | undefined {
  const sealer = sealerOf(keys)
  const owner = ownerOf(sealed.EndpointId)
  const current = sealer.open(owner, sealed)
  if (current === undefined) return undefined
  const { PreviousSecretSealed, PreviousKeyId, PreviousSecretUntil } = sealed
  const isPreviousValid = PreviousSecretUntil !== null && Date.parse(PreviousSecretUntil) > now.getTime()
  const previous =
    isPreviousValid && PreviousSecretSealed && PreviousKeyId
      ? sealer.open(owner, { SecretSealed: PreviousSecretSealed, KeyId: PreviousKeyId })
      : undefined
  return previous === undefined ? [current] : [current, previous]
}

/** Encrypts the secrets of all endpoints with the current server secret, so that operators can remove the previous one. */
export const reencryptWebhookSecretsJob: BackgroundJob = {
  name: 'webhook-encryption',
  schedule: '25 * * * *',
  run: (context) => inJobTransaction(context, {}, (db) => reencryptAll(db, context.services)),
}

async function reencryptAll(db: Db, keys: EncryptionKeys) {
  const sealer = sealerOf(keys)
  const again = (owner: string, SecretSealed: Buffer | null, KeyId: string | null) => {
    const secret = SecretSealed && KeyId ? sealer.open(owner, { SecretSealed, KeyId }) : undefined
    return secret === undefined ? { SecretSealed, KeyId } : sealer.seal(owner, secret)
  }
  const outdated = await db
    .selectFrom('WebhookEndpoint')
    .select(['EndpointId', 'SecretSealed', 'KeyId', 'PreviousSecretSealed', 'PreviousKeyId'])
    .where((is) => is.or([is('KeyId', '<>', sealer.keyId), is('PreviousKeyId', '<>', sealer.keyId)]))
    .orderBy('EndpointId')
    .forUpdate()
    .execute()
  for (const { EndpointId, ...sealed } of outdated) {
    const current = again(ownerOf(EndpointId), sealed.SecretSealed, sealed.KeyId)
    const previous = again(ownerOf(EndpointId), sealed.PreviousSecretSealed, sealed.PreviousKeyId)
    await db
      .updateTable('WebhookEndpoint')
      .set({ ...current, PreviousSecretSealed: previous.SecretSealed, PreviousKeyId: previous.KeyId })
      .where('EndpointId', '=', EndpointId)
      .execute()
  }
}
