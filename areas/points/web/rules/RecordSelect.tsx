import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'

type Key = string | number
type Props = ControlProps & {
  /** Key of the query for the records; selects with the same key share one query. */
  of: string
  find: () => Promise<readonly { value: Key; label: string }[]>
}

/** Select control for one of a few records; an empty selection means all records. */
export function RuleScopeSelect({ of, find, value, onChange, ...rest }: Props) {
  const t = useT()
  const { data, isPending } = useQuery({ queryKey: ['points.rules', of], queryFn: find })
  return (
    <Select<Key>
      {...rest}
      allowClear
      value={typeof value === 'string' || typeof value === 'number' ? value : null}
      onChange={(key) => onChange?.(key ?? null)}
      loading={isPending}
      placeholder={t('kit:search.all')}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...(data ?? [])]}
    />
  )
}
