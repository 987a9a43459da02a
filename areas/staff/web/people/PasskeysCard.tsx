import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import type { Account } from '../../../access/contract/accounts.ts'
import { listPasskeysOfUser, removePasskeyOfUser } from '../../../access/contract/passkeys.ts'
import { useGrantableRights } from '../rights/useRightLimits.ts'

/** The passkeys of a staff member, for an administrator who removes a lost one. */
export function PasskeysCard({ account, self }: { account: Account; self: boolean }) {
  const t = useT()
  const { data } = useRead(listPasskeysOfUser, { UserId: account.UserId })
  const remove = useCall(removePasskeyOfUser, {
    done: 'staff:passkeys.removed',
    failed: 'staff:passkeys.removeFailed',
  })
  const disabledReason = useGrantableRights().reasonFor(account) || (self && t('staff:account.notYourOwn'))
  if (!data) return null
  return (
    <Card title={t('staff:passkeys.title')}>
      {data.rows.length === 0 && <p>{t('staff:passkeys.none')}</p>}
      {data.rows.map(({ PasskeyId, Name, CreatedAt, LastUsedAt }) => (
        <Row key={PasskeyId} justify="spread" className="carat-space-before">
          <span>
            <strong>{Name}</strong>
            <br />
            {LastUsedAt
              ? t('staff:passkeys.used', { added: formatInstant(CreatedAt), used: formatInstant(LastUsedAt) })
              : t('staff:passkeys.unused', { added: formatInstant(CreatedAt) })}
          </span>
          <ConfirmAction
            label={t('staff:passkeys.remove')}
            danger
            title={t('staff:passkeys.removeQuestion', { name: Name })}
            body={t('staff:passkeys.removeAbout')}
            ok={t('staff:passkeys.remove')}
            disabled={disabledReason}
            run={() => remove.mutateAsync({ PasskeyId })}
          />
        </Row>
      ))}
    </Card>
  )
}
