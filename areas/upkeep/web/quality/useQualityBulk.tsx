import { EnvironmentOutlined, StopOutlined, TagOutlined, UserOutlined } from '@ant-design/icons'
import {
  type CustomerView,
  statusMoves,
  updateCustomer,
  updateCustomerStatus,
} from '#areas/customers/contract/customers.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import type { BulkAction } from '#kit/web/ResourceTable.tsx'
import type { ReasonControl } from '#kit/web/table/bulk.ts'
import type { DoubtfulCustomer } from '../../contract/quality.ts'
import { addTag, deleteTag, type Tag } from '../../contract/tags.ts'

type Row = DoubtfulCustomer
type Move = (typeof statusMoves)[number]

/** What can be given to many customers at once: each has its own call, and its own outcome. */
export function useQualityBulk(): BulkAction<Row>[] {
  const t = useT()
  const change = (row: Row, Version: number, changes: object) =>
    call(updateCustomer, { CustomerId: row.CustomerId, Version, ...changes })
  const setStatus = ({ CustomerId }: Row, Version: number, Status: Move, Reason: string) =>
    call(updateCustomerStatus, { CustomerId, Version, Status, Reason })
  return [
    {
      label: t('upkeep:bulk.outlet'),
      icon: <EnvironmentOutlined aria-hidden />,
      reason: {
        label: t('upkeep:fields.RegisteredOutletCode'),
        maxLength: 20,
        required: true,
        control: ({ id, value, onChange }) => (
          <ChoiceSelect
            id={id}
            area="upkeep"
            field="RegisteredOutletCode"
            choices="outlet"
            value={value}
            onChange={(chosen) => onChange(String(chosen ?? ''))}
          />
        ),
      },
      each: (row, RegisteredOutletCode) => change(row, row.Version, { RegisteredOutletCode }),
      undo: (row, reply) =>
        change(row, (reply as CustomerView).Version, { RegisteredOutletCode: row.RegisteredOutletCode }),
    },
    {
      label: t('upkeep:bulk.adviser'),
      icon: <UserOutlined aria-hidden />,
      reason: {
        label: t('upkeep:fields.PreferredStaffName'),
        maxLength: 20,
        required: true,
        control: (props) => <AdviserPicker {...props} />,
      },
      each: (row, StaffId) => change(row, row.Version, { PreferredStaffId: Number(StaffId) }),
      undo: (row, reply) => change(row, (reply as CustomerView).Version, { PreferredStaffId: row.PreferredStaffId }),
    },
    {
      label: t('upkeep:bulk.tag'),
      icon: <TagOutlined aria-hidden />,
      reason: { label: t('upkeep:fields.Tag'), maxLength: 50, required: true },
      each: ({ CustomerId }, Name) => call(addTag, { CustomerId, Name }, { idempotencyKey: crypto.randomUUID() }),
      undo: (_, reply) => call(deleteTag, { TagId: (reply as { rows: Tag[] }).rows[0]!.TagId }),
    },
    {
      label: t('upkeep:bulk.status'),
      icon: <StopOutlined aria-hidden />,
      effect: t('upkeep:bulk.statusEffect'),
      reason: {
        label: t('upkeep:fields.Status'),
        maxLength: 20,
        required: true,
        control: ({ id, value, onChange }) => (
          <ChoiceSelect
            id={id}
            area="upkeep"
            field="Status"
            choices={statusMoves}
            value={value}
            onChange={(chosen) => onChange(String(chosen ?? ''))}
          />
        ),
      },
      each: (row, Status) => setStatus(row, row.Version, Status as Move, t('upkeep:bulk.statusReason')),
      undo: (row, reply) => setStatus(row, (reply as CustomerView).Version, row.Status as Move, t('kit:undo.undo')),
    },
  ]
}

function AdviserPicker({ id, value, onChange }: ReasonControl) {
  return (
    <RecordPicker
      id={id}
      name="upkeep.adviser"
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      find={async (typed) => {
        const { rows } = await call(listStaffs, { Rows: 20, Search: { Q: typed, Status: 'Active' } })
        return rows.map(({ StaffId, FullName, BuildingCode }) => ({
          value: `${StaffId}`,
          label: FullName,
          hint: BuildingCode,
        }))
      }}
    />
  )
}
