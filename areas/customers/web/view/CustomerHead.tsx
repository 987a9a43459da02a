import { CrownIcon, ReceiptTextIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { upgradePath } from '#areas/memberships/paths.ts'
import { mergeAddPath } from '#areas/merges/paths.ts'
import { pointExplanationPath, statementPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useSession } from '#kit/web/session.ts'
import { SlotPart, SlotParts, useSlot } from '#kit/web/slots.ts'
import { type RowAction, RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  type CustomerView,
  deleteCustomer,
  findMainMembership,
  isCustomerEditable,
  updateCustomerStatus,
} from '../../contract/customers.ts'
import { MemberHeader } from '../members/MemberHeader.tsx'
import { type CustomerAction, customerActionsSlot, memberWarningsSlot } from '../slots.ts'
import { RequestAmendmentDialog } from './AskForChange.tsx'

type Props = { customer: CustomerView; onDeleted: () => void; tabs: ReactNode }

/** Header of the customer page with name, status and actions. */
export function CustomerPageHeader({ customer, onDeleted, tabs }: Props) {
  const labels = useLabels('customers')
  const [changing, setChanging] = useState(false)
  const [asking, setAsking] = useState(false)
  const [dialog, setDialog] = useState<{ action: CustomerAction; open: boolean }>()
  const membership = findMainMembership(customer)
  const history = useHistoryRowAction('customers', 'Customer')
  const more = useMoreActions(customer, {
    onDeleted,
    onStatus: () => setChanging(true),
    onAsk: () => setAsking(true),
    onAct: (action) => setDialog({ action, open: true }),
  })
  const visitHistory = history.of(customer.CustomerId, customer.FullName)
  return (
    <section className="carat-card" aria-label={customer.FullName}>
      <div className="carat-card-body">
        <MemberHeader
          name={customer.FullName}
          tier={{
            name: membership?.CardCategoryName ?? labels.value('MemberType', customer.MemberType),
            color: membership?.Color,
          }}
          status={customer.Status !== 'Active' && <StatusTag area="customers" status={customer.Status} />}
          number={membership?.MembershipNo}
          phone={customer.ContactNo}
          email={customer.Email}
          adviser={customer.PreferredStaffName}
          actions={
            <>
              <MainActions customer={customer} />
              <RowActions name={customer.FullName} actions={visitHistory ? [...more, visitHistory] : more} />
            </>
          }
        />
      </div>
      {membership && membership.Status !== 'Merged' && customer.Status !== 'Deleted' && (
        <SlotParts slot={memberWarningsSlot} props={{ MembershipNo: membership.MembershipNo }} />
      )}
      {tabs}
      {history.node}
      <StatusDialog customer={customer} open={changing} onClose={() => setChanging(false)} />
      {dialog && (
        <SlotPart
          part={dialog.action.Dialog}
          props={{
            CustomerId: customer.CustomerId,
            open: dialog.open,
            onClose: () => setDialog({ ...dialog, open: false }),
          }}
        />
      )}
      <RequestAmendmentDialog customer={customer} open={asking} onClose={() => setAsking(false)} />
    </section>
  )
}

/** The message that the customer is merged, archived or deleted and therefore read-only. */
function useReadOnlyReason(customer: CustomerView) {
  const t = useT()
  const labels = useLabels('customers')
  return (
    !isCustomerEditable(customer) && t('customers:view.closed', { status: labels.value('Status', customer.Status) })
  )
}

/** The message that the customer belongs to another outlet. Staff can edit the record but not delete it. */
function useOtherOutletReason(customer: CustomerView) {
  const t = useT()
  const { isHQ, user } = useSession()
  return !isHQ && user.building?.code !== customer.RegisteredOutletCode && t('customers:refusals.registered_elsewhere')
}

function MainActions({ customer }: { customer: CustomerView }) {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const membership = findMainMembership(customer)
  const active = membership?.Status === 'Active' && customer.Status === 'Active'
  const notActive = !active && t('customers:view.notActive')
  return (
    <>
      {membership?.MemberType === 'Non-Premium Member' && has('Customer') && (
        <ReasonedButton
          icon={<CrownIcon aria-hidden />}
          reason={notActive}
          onClick={() => void navigate(upgradePath({ MembershipNo: membership.MembershipNo }))}
        >
          {t('customers:member.upgradeToPremium')}
        </ReasonedButton>
      )}
      {membership && has('Customer Transaction') && (
        <ReasonedButton
          type="primary"
          icon={<ReceiptTextIcon aria-hidden />}
          // An archived customer is not excluded from sales, because a purchase reactivates the customer.
          reason={customer.Status !== 'Archived' && notActive}
          onClick={() => void navigate(saleAddPath({ MembershipNo: membership.MembershipNo }))}
        >
          {t('customers:member.recordSale')}
        </ReasonedButton>
      )}
    </>
  )
}

type Opens = { onDeleted: () => void; onStatus: () => void; onAsk: () => void; onAct: (action: CustomerAction) => void }

function useMoreActions(customer: CustomerView, { onDeleted, onStatus, onAsk, onAct }: Opens): RowAction[] {
  const t = useT()
  const { has, may } = useSession()
  const foreign = useOtherOutletReason(customer)
  const finished = useReadOnlyReason(customer)
  const blockedReason = finished || foreign
  const membership = findMainMembership(customer)
  const actions = useSlot(customerActionsSlot)
  const remove = useCall(deleteCustomer, {
    failed: 'customers:failed.delete',
    onDone: onDeleted,
  })
  const possible: (RowAction | false | undefined)[] = [
    membership && {
      label: t('customers:member.explainPoints'),
      to: pointExplanationPath({ MembershipNo: membership.MembershipNo }),
    },
    membership &&
      has(['Customer', 'Customer Transaction', 'Member Point Statement']) && {
        label: t('customers:actions.statement'),
        to: statementPath({ MembershipNo: membership.MembershipNo }),
      },
    has('Customer') && { label: t('customers:amendments.ask'), disabled: finished, run: onAsk },
    has(['Customer', 'Update Member Listing']) && {
      label: t('customers:actions.status'),
      disabled: blockedReason,
      run: onStatus,
    },
    ...actions
      .filter(
        ({ role, privilege, statuses }) =>
          has(role) && (!privilege || may(privilege)) && statuses.includes(customer.Status),
      )
      .map((action) => ({ label: t(action.label), disabled: foreign, run: () => onAct(action) })),
    has('Customer') &&
      may('Merge Members') && {
        label: t('customers:actions.merge'),
        disabled: blockedReason,
        to: mergeAddPath({ Survivor: customer.CustomerId }),
      },
    has('Customer') && {
      label: t('kit:verbs.delete'),
      danger: true,
      disabled: blockedReason,
      confirm: {
        title: t('customers:view.deleteQuestion', { name: formatPersonName(customer.FullName) }),
        body: t('customers:view.deleteEffect'),
      },
      run: () => remove.mutateAsync({ CustomerId: customer.CustomerId }),
    },
  ]
  return possible.filter((action) => typeof action === 'object')
}

function StatusDialog({ customer, open, onClose }: { customer: CustomerView; open: boolean; onClose: () => void }) {
  const t = useT()
  const { CustomerId, Status, Version } = customer
  return (
    <FormDialog
      area="customers"
      title={t('customers:view.statusOf', { name: formatPersonName(customer.FullName) })}
      open={open}
      onClose={onClose}
      call={updateCustomerStatus}
      initial={{ CustomerId, Status, Version }}
      fields={[
        { name: 'Status', help: 'customers:view.statusHelp' },
        { name: 'Reason', kind: 'multiline' },
      ]}
      done="customers:done.updated"
      failed="customers:failed.update"
    />
  )
}
