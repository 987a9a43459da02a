import { CrownOutlined, EditOutlined, ShoppingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listMemberships } from '#areas/memberships/contract/memberships.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { useSession } from '#kit/web/session.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type CustomerView, deleteCustomer, getCustomer, listCustomers, updateCustomerStatus } from '../../contract/customers.ts'
import { customerTimeline } from '../../contract/timeline.ts'
import { explainLink, saleLink, statementLink, upgradeLink } from '../links.ts'
import { Tier } from '../Tier.tsx'
import { isEditable, mainMembership, useEditing } from './editing.ts'

type Props = { customer: CustomerView; onDeleted: () => void }

/** Stays in sight: who it is, in which state, and what can be done. */
export function CustomerHead({ customer, onDeleted }: Props) {
  const t = useT()
  const labels = useLabels('customers')
  const navigate = useNavigate()
  const { has } = useSession()
  const [, setEditing] = useEditing()
  const [changing, setChanging] = useState(false)
  const membership = mainMembership(customer)
  const editable = isEditable(customer)
  const remove = useCall(deleteCustomer, {
    failed: 'customers:failed.delete',
    refetch: [listCustomers, listMemberships],
    onDone: onDeleted,
  })
  const closed = !editable && t('customers:view.closed', { status: labels.value('Status', customer.Status) })
  const noSale = membership?.Status !== 'Active' || customer.Status !== 'Active' ? t('customers:view.notActive') : false
  const go = (to: string) => void navigate(to)

  return (
    <header className="customer-head">
      <div className="customer-who">
        <h2>{customer.FullName}</h2>
        <div className="customer-line">
          <StatusTag area="customers" status={customer.Status} />
          {membership?.CardCategoryName ? (
            <Tier name={membership.CardCategoryName} color={membership.Color} />
          ) : (
            <span>{labels.value('MemberType', customer.MemberType)}</span>
          )}
          {membership && (
            <span className="carat-masked">
              <span className="carat-figure">{membership.MembershipNo}</span>
              <CopyButton value={membership.MembershipNo} name={labels.field('MembershipNo')} />
            </span>
          )}
        </div>
      </div>
      <div className="customer-actions">
        {membership && has('Customer Transaction') && (
          <ReasonedButton type="primary" icon={<ShoppingOutlined aria-hidden />} reason={noSale} onClick={() => go(saleLink(membership.MembershipNo))}>
            {t('customers:actions.sale')}
          </ReasonedButton>
        )}
        {has(['Customer', 'Update Member Listing']) && (
          <ReasonedButton icon={<EditOutlined aria-hidden />} reason={closed} onClick={() => setEditing(true)}>
            {t('customers:actions.edit')}
          </ReasonedButton>
        )}
        {membership && membership.MemberType === 'Non-Premium Member' && has('Customer') && (
          <ReasonedButton icon={<CrownOutlined aria-hidden />} reason={noSale} onClick={() => go(upgradeLink(membership.MembershipNo))}>
            {t('customers:actions.upgrade')}
          </ReasonedButton>
        )}
        {membership && (
          <Button className="customer-wide-only" onClick={() => go(explainLink(membership.MembershipNo))}>
            {t('customers:actions.explain')}
          </Button>
        )}
        <RowActions
          name={customer.FullName}
          actions={[
            ...(membership
              ? [
                  { label: t('customers:actions.explain'), to: explainLink(membership.MembershipNo) },
                  ...(has('Member Point Statement') ? [{ label: t('customers:actions.statement'), to: statementLink(membership.MembershipNo) }] : []),
                ]
              : []),
            ...(has(['Customer', 'Update Member Listing'])
              ? [{ label: t('customers:actions.status'), disabled: closed, run: () => setChanging(true) }]
              : []),
            ...(has('Customer')
              ? [
                  {
                    label: t('customers:actions.delete'),
                    danger: true,
                    disabled: closed,
                    confirm: { title: t('customers:view.deleteQuestion', { name: customer.FullName }), body: t('customers:view.deleteEffect') },
                    run: () => remove.mutateAsync({ CustomerId: customer.CustomerId }),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <FormDialog
        area="customers"
        title={t('customers:view.statusOf', { name: customer.FullName })}
        open={changing}
        onClose={() => setChanging(false)}
        call={updateCustomerStatus}
        initial={{ Status: customer.Status, Version: customer.Version, CustomerId: customer.CustomerId }}
        fields={[
          { name: 'Status', help: 'customers:view.statusHelp' },
          { name: 'Reason', kind: 'multiline' },
        ]}
        done="customers:done.updated"
        failed="customers:failed.update"
        refetch={[getCustomer, listCustomers, listMemberships, customerTimeline]}
      />
    </header>
  )
}
