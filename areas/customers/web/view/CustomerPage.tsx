import { Alert } from 'antd'
import { createElement, Suspense, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { mergesPath } from '#areas/merges/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout, Stack } from '#kit/web/Layout.tsx'
import { PageTabs, usePageTab } from '#kit/web/PageTabs.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { SlotParts, useSlot } from '#kit/web/slots.ts'
import { RecordPager } from '#kit/web/table/RecordPager.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type CustomerView, findMainMembership, getCustomer } from '../../contract/customers.ts'
import {
  customerCardsSlot,
  customerSectionsSlot,
  memberCardsSlot,
  memberTabsSlot,
  suggestedActionsSlot,
  timelineActionsSlot,
} from '../slots.ts'
import { PersonalDetailsCard } from './AboutCard.tsx'
import { ConsentsCard } from './Consents.tsx'
import { CustomerTimeline } from './CustomerFeed.tsx'
import { CustomerPageHeader } from './CustomerHead.tsx'
import { DeletedCustomerNotice } from './DeletedNotice.tsx'
import { EditCustomerDialog } from './EditCustomer.tsx'
import { NameReferrerDialog } from './NameReferrer.tsx'
import { CustomerProfile } from './Profile.tsx'
import { RegisteredCustomerNotice } from './RegisteredNotice.tsx'

/** The page of one customer. */
export function CustomerPage() {
  return (
    <>
      <RecordPager />
      <CustomerLoader />
    </>
  )
}

function CustomerLoader() {
  const t = useT()
  const CustomerId = Number(useParams().CustomerId)
  const { data, error, refetch } = useRead(getCustomer, { CustomerId })
  useRegisterOpenRecord(data?.FullName)
  if (error) return <ErrorState error={error} title={t('customers:failed.get')} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={10} />
  return <CustomerContent key={CustomerId} customer={data} />
}

function CustomerContent({ customer }: { customer: CustomerView }) {
  const t = useT()
  const registered = (useLocation().state as { registered?: boolean } | null)?.registered === true
  const [deletedAt, setDeletedAt] = useState<number>()
  const deleted = deletedAt !== undefined || customer.Status === 'Deleted'
  const membership = deleted ? undefined : findMainMembership(customer)
  const visible = deleted ? { ...customer, Status: 'Deleted' as const } : customer
  const { has } = useSession()
  const allTabs = useSlot(memberTabsSlot)
  const contributedTabs = membership ? allTabs.filter(({ role }) => has(role)) : []
  const tabs = [
    { key: 'overview', title: t('customers:view.overview') },
    ...contributedTabs.map(({ key, title }) => ({ key, title: t(title) })),
    { key: 'profile', title: t('customers:view.profile') },
  ]
  const open = usePageTab(tabs.map(({ key }) => key))
  const OpenTab = contributedTabs.find(({ key }) => key === open)?.Tab
  return (
    <Stack>
      <CustomerPageHeader
        customer={visible}
        onDeleted={() => setDeletedAt(Date.now())}
        tabs={
          <PageTabs
            label={t('customers:view.parts', { name: formatPersonName(customer.FullName) })}
            tabs={tabs}
            current={open}
          />
        }
      />
      {deleted && (
        <DeletedCustomerNotice customer={visible} at={deletedAt} onRestored={() => setDeletedAt(undefined)} />
      )}
      {registered && !deleted && <RegisteredCustomerNotice customer={visible} />}
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
      {OpenTab && membership ? (
        <Suspense fallback={<LoadingState rows={6} />}>
          {createElement(OpenTab, { MembershipNo: membership.MembershipNo, CustomerId: customer.CustomerId })}
        </Suspense>
      ) : open === 'profile' ? (
        <CustomerProfile customer={visible} />
      ) : (
        <SideColumnLayout
          lead={
            membership ? (
              <SlotParts slot={suggestedActionsSlot} props={{ MembershipNo: membership.MembershipNo }} />
            ) : null
          }
          side={
            <>
              {membership && <SlotParts slot={memberCardsSlot} props={{ MembershipNo: membership.MembershipNo }} />}
              <PersonalDetailsCard customer={visible} edits />
              <ConsentsCard customer={visible} />
              {!deleted && <SlotParts slot={customerCardsSlot} props={{ CustomerId: customer.CustomerId }} />}
            </>
          }
        >
          <SlotParts slot={customerSectionsSlot} props={{ CustomerId: customer.CustomerId }} />
          {!deleted && <SlotParts slot={timelineActionsSlot} props={{ CustomerId: customer.CustomerId }} />}
          <CustomerTimeline customer={visible} />
        </SideColumnLayout>
      )}
      <EditCustomerDialog customer={visible} />
      <NameReferrerDialog customer={visible} />
    </Stack>
  )
}
