import { BanIcon, MapPinIcon, TagIcon, UserIcon } from 'lucide-react'
import {
  type CustomerView,
  staffSettableStatuses,
  updateCustomer,
  updateCustomerStatus,
} from '#areas/customers/contract/customers.ts'
import { addTag, deleteTag, type Tag } from '#areas/customers/contract/tags.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import type { BulkAction, ReasonControl } from '#kit/web/table/bulk.ts'
import type { CustomerWithIssues } from '../../contract/quality.ts'

type Row = CustomerWithIssues
type Move = (typeof staffSettableStatuses)[number]

/** The bulk actions of the list of customers with data issues. Each customer is changed by a separate request. */
export function useDataQualityBulkActions(): BulkAction<Row>[] {
  const t = useT()
  const change = (row: Row, Version: number, changes: object) =>
    call(updateCustomer, { CustomerId: row.CustomerId, Version, ...changes })
  const setStatus = ({ CustomerId }: Row, Version: number, Status: Move, Reason: string) =>
    call(updateCustomerStatus, { CustomerId, Version, Status, Reason })
  return [
    {
      label: t('data-quality:bulk.outlet'),
      icon: <MapPinIcon aria-hidden />,
      reason: {
        label: t('data-quality:fields.RegisteredOutletCode'),
        maxLength: 20,
        required: true,
        control: ({ id, value, onChange }) => (
          <ChoiceSelect
            id={id}
            area="data-quality"
            field="RegisteredOutletCode"
            choices="outlet"
            value={value}
            onChange={(value) => onChange(String(value ?? ''))}
          />
        ),
      },
      each: (row, RegisteredOutletCode) => change(row, row.Version, { RegisteredOutletCode }),
      undo: (row, reply) =>
        change(row, (reply as CustomerView).Version, { RegisteredOutletCode: row.RegisteredOutletCode }),
    },
    {
      label: t('data-quality:bulk.adviser'),
      icon: <UserIcon aria-hidden />,
      reason: {
        label: t('data-quality:fields.PreferredStaffName'),
        maxLength: 20,
        required: true,
        control: (props) => <AdviserPicker {...props} />,
      },
      each: (row, StaffId) => change(row, row.Version, { PreferredStaffId: Number(StaffId) }),
      undo: (row, reply) => change(row, (reply as CustomerView).Version, { PreferredStaffId: row.PreferredStaffId }),
    },
    {
      label: t('data-quality:bulk.tag'),
      icon: <TagIcon aria-hidden />,
      reason: { label: t('data-quality:fields.Tag'), maxLength: 50, required: true },
      each: ({ CustomerId }, Name) => call(addTag, { CustomerId, Name }, { idempotencyKey: crypto.randomUUID() }),
      undo: (_, reply) => call(deleteTag, { TagId: (reply as { rows: Tag[] }).rows[0]!.TagId }),
    },
    {
      label: t('data-quality:bulk.status'),
      icon: <BanIcon aria-hidden />,
      effect: t('data-quality:bulk.statusEffect'),
      reason: {
        label: t('data-quality:fields.Status'),
        maxLength: 20,
        required: true,
        control: ({ id, value, onChange }) => (
          <ChoiceSelect
            id={id}
            area="data-quality"
            field="Status"
            choices={staffSettableStatuses}
            value={value}
            onChange={(value) => onChange(String(value ?? ''))}
          />
        ),
      },
      each: (row, Status) => setStatus(row, row.Version, Status as Move, t('data-quality:bulk.statusReason')),
      undo: (row, reply) => setStatus(row, (reply as CustomerView).Version, row.Status as Move, t('kit:undo.undo')),
    },
  ]
}

function AdviserPicker({ id, value, onChange }: ReasonControl) {
  return (
    <RecordPicker
      id={id}
      name="data-quality.adviser"
      value={value}
      onChange={(value) => onChange(value ?? '')}
      find={async (typed) => {
        const { rows } = await call(listStaffs, { Rows: 20, Search: { Q: typed, Status: 'Active' } })
        return rows.map(({ StaffId, FullName, BuildingCode }) => ({
          value: `${StaffId}`,
          label: formatPersonName(FullName),
          hint: BuildingCode,
        }))
      }}
    />
  )
}
