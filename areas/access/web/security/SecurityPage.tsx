import { Button } from 'antd'
import { useState } from 'react'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Row, Stack } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getAuthenticatorAppStatus, listLoginActivities } from '../../contract.ts'
import { OwnPasskeys } from '../passkeys/OwnPasskeys.tsx'
import { LinkedAccounts } from '../providers/LinkedAccounts.tsx'
import { AuthenticatorCard } from './AuthenticatorCard.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import '../access.css'

/** Shows the user's password, authenticator, passkeys, linked accounts and login activities. */
export function SecurityPage() {
  const { data, error, refetch } = useRead(getAuthenticatorAppStatus, {})
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  return (
    <Stack>
      <Columns least={340}>
        <PasswordCard changedAt={data.PasswordChangedAt} />
        <AuthenticatorCard state={data} />
      </Columns>
      <OwnPasskeys hasPassword={data.HasPasswordYN === 'Y'} />
      <LinkedAccounts />
      <OwnActivities />
    </Stack>
  )
}

function PasswordCard({ changedAt }: { changedAt: string | null }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Card title={t('access:signIn.password')}>
      <p>{changedAt ? t('access:password.last', { time: formatInstant(changedAt) }) : t('access:password.never')}</p>
      <p>{t('access:password.about')}</p>
      <Row className="carat-space-before" gap="none">
        <Button onClick={() => setOpen(true)}>{t('access:password.change')}</Button>
      </Row>
      <ChangePasswordDialog open={open} onClose={() => setOpen(false)} />
    </Card>
  )
}

function OwnActivities() {
  const t = useT()
  const { user } = useSession()
  return (
    <PageSection title={t('access:activities.title')} hint={t('access:activities.hint')}>
      <ResourceTable
        area="access"
        list={listLoginActivities}
        label={t('access:activities.title')}
        rowKey="LoginActivityId"
        columns={['ActivityDateTime', 'ActivityDescription', 'SourceIP']}
        rowName={(row) => row.ActivityDescription}
        // Users who may read all login activities also see only their own activities on this page.
        input={{ Search: { ObjectId: String(user.id) } }}
        rows={10}
        empty={{ title: t('access:activities.empty') }}
      />
    </PageSection>
  )
}
