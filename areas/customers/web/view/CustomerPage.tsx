import { Alert } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { mergesPath } from '#areas/merges/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Split, Stack } from '#kit/web/Layout.tsx'
import { MemberParts } from '#kit/web/provided.ts'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useOpenRecord } from '#kit/web/screen.ts'
import { RecordWalk } from '#kit/web/table/RecordWalk.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CustomerView, getCustomer } from '../../contract/customers.ts'
import { Addresses } from './Addresses.tsx'
import { Consents } from './Consents.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { CustomerFeed } from './CustomerFeed.tsx'
import { CustomerHead } from './CustomerHead.tsx'
import { DeletedNotice } from './DeletedNotice.tsx'
import { EditCustomer } from './EditCustomer.tsx'
import { mainMembership } from './editing.ts'
import { MembershipCards } from './MembershipCards.tsx'
import { Referrals } from './Referrals.tsx'
import { RegisteredNotice } from './RegisteredNotice.tsx'

/** Everything about one customer: who, which cards, what happened, what was agreed. */
export function CustomerPage() {
  return (
    <>
      <RecordWalk />
      <Loaded />
    </>
  )
}

function Loaded() {
  const t = useT()
  const CustomerId = Number(useParams().CustomerId)
  const { data, error, refetch } = useRead(getCustomer, { CustomerId })
  useOpenRecord(data?.FullName)
  if (error) return <ErrorState error={error} title={t('customers:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return <View key={CustomerId} customer={data} />
}

function View({ customer }: { customer: CustomerView }) {
  const t = useT()
  const registered = (useLocation().state as { registered?: boolean } | null)?.registered === true
  const [deletedAt, setDeletedAt] = useState<number>()
  const deleted = deletedAt !== undefined || customer.Status === 'Deleted'
  const membership = deleted ? undefined : mainMembership(customer)
  const visible = deleted ? { ...customer, Status: 'Deleted' as const } : customer
  return (
    <Stack>
      <CustomerHead customer={visible} onDeleted={() => setDeletedAt(Date.now())} />
      {deleted && <DeletedNotice customer={visible} at={deletedAt} onRestored={() => setDeletedAt(undefined)} />}
      {registered && !deleted && <RegisteredNotice customer={visible} />}
      {customer.Status === 'Merged' && (
        <Alert
          type="info"
          showIcon
          title={t('customers:view.merged')}
          action={
            customer.MembershipNo !== null && (
              <Link to={mergesPath({ MembershipNo: customer.MembershipNo })}>{t('customers:view.openMerge')}</Link>
            )
          }
        />
      )}
      <Split
        side={
          <>
            <CustomerFacts customer={visible} />
            <Addresses customer={visible} />
            <Consents customer={visible} />
            <Referrals customer={visible} />
          </>
        }
      >
        {membership && <MemberParts at="memberNext" MembershipNo={membership.MembershipNo} />}
        {membership && <MemberParts MembershipNo={membership.MembershipNo} />}
        <MembershipCards customer={visible} />
        <CustomerFeed customer={visible} />
      </Split>
      <EditCustomer customer={visible} />
    </Stack>
  )
}
