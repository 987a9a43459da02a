import { sql } from 'kysely'
import { inJobTransaction, type ServerJobContext } from '#kit/server/job-context.ts'
import type { BackgroundJob } from '#kit/server/jobs.ts'
import { createSecurityCodeSealer } from './sealing.ts'

/** Number of vouchers whose codes one transaction encrypts again. */
const VOUCHERS_PER_TRANSACTION = 1_000

/** Encrypts security codes again with the current server secret, so that operators can remove the previous secret. */
export const reencryptVouchersJob: BackgroundJob = {
  name: 'voucher-encryption',
  schedule: '15 * * * *',
  run: reencryptAll,
}

async function reencryptAll(context: ServerJobContext): Promise<void> {
  const { secret, earlierSecret } = context.services
  if (!earlierSecret) return
  const earlier = createSecurityCodeSealer({ secret: earlierSecret, earlierSecret: null })
  const present = createSecurityCodeSealer({ secret, earlierSecret: null })
  if (earlier.keyId === present.keyId) return
  let processed: number
  do {
    processed = await inJobTransaction(context, {}, async (db) => {
      const rows = await db
        .selectFrom('Voucher')
        .select(['VoucherNo', 'SecretSealed', 'KeyId'])
        .where('KeyId', '=', earlier.keyId)
        .limit(VOUCHERS_PER_TRANSACTION)
        .forUpdate()
        .skipLocked()
        .execute()
      const codes = rows.map((row) => present.seal(row.VoucherNo, earlier.open(row.VoucherNo, row)!).SecretSealed)
      await sql`update voucher set secret_sealed = encrypted.code, key_id = ${present.keyId}
        from unnest(${rows.map(({ VoucherNo }) => VoucherNo)}::text[], ${codes}::bytea[]) encrypted (voucher_no, code)
        where voucher.voucher_no = encrypted.voucher_no`.execute(db)
      return rows.length
    })
  } while (processed > 0 && !context.signal?.aborted)
}
