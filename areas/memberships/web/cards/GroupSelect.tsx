import { Select } from 'antd'
import { cardGroups } from '#areas/tiers/contract/records.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'

/** Selects an active card group. */
export function CardGroupSelect({ value, ...rest }: ControlProps) {
  const t = useT()
  const { data, isPending } = useRead(cardGroups.list, {
    Rows: 1000,
    Search: { Status: 'Active' },
    SortOption: 'Name',
    SortDirection: 'ASC',
  })
  return (
    <Select<number>
      {...rest}
      value={typeof value === 'number' ? value : null}
      loading={isPending}
      placeholder={t('kit:form.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      options={(data?.rows ?? []).map(({ GroupId, Name }) => ({ value: GroupId, label: Name }))}
    />
  )
}
