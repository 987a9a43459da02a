import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { jobContext, useApp } from '#tests/harness.ts'
import { readSecurityCode } from './codes.ts'
import { reencryptVouchersJob } from './reencrypt.ts'
import { createSecurityCodeSealer } from './sealing.ts'

const app = useApp()

test('server secret: after a rotation, voucher security codes are encrypted with the new secret and no longer need the old one', async () => {
  const earlierSecret = randomBytes(32)
  const sealer = createSecurityCodeSealer({ secret: earlierSecret, earlierSecret: null })
  await app.sql(
    `insert into list_item (list_name, value, sequence_no) values ('VoucherType', 'G', 1) on conflict do nothing`,
  )
  for (let number = 1; number <= 1001; number++) {
    const { SecretSealed, KeyId } = sealer.seal(`R-${number}`, `CODE${number}`)
    await app.sql(
      `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date)
       values ($1, $2, $3, 'G', 100, '2099-12-31')`,
      ...[`R-${number}`, SecretSealed, KeyId],
    )
  }
  const ctx = { ...app, now: app.clock.now() } as never
  await expect(readSecurityCode(ctx, 'R-1')).rejects.toMatchObject({ code: 'vouchers.sealed' })
  await reencryptVouchersJob.run(jobContext(app, { services: { ...app.services, earlierSecret } }))
  expect(await readSecurityCode(ctx, 'R-1')).toBe('CODE1')
  expect(await readSecurityCode(ctx, 'R-1001')).toBe('CODE1001')
})
