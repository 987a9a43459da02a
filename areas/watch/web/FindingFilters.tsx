import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { Finding } from '../contract.ts'

/** Filters of findings by outlet and person, with only the outlets and people that have findings. */
export function FindingFilters({ findings }: { findings: readonly Finding[] }) {
  const t = useT()
  const labels = useLabels('watch')
  const [params, setParams] = useSearchParams()
  const setFilter = (name: string, value: string) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        next.delete('id')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const outlets = [...new Set(findings.flatMap(({ OutletCode }) => OutletCode ?? []))].sort()
  const names = [...new Set(findings.map(({ Name }) => Name))].sort()
  const select = (
    name: 'OutletCode' | 'Name',
    allLabel: string,
    values: readonly { value: string; label: string }[],
  ) => (
    <Select
      // The filters by outlet and by person stay on one line in a narrow list.
      style={{ flex: '1 1 0', minInlineSize: 0 }}
      aria-label={labels.field(name)}
      value={params.get(name) ?? ''}
      onChange={(value) => setFilter(name, value)}
      showSearch={{ optionFilterProp: 'label' }}
      options={[{ value: '', label: allLabel }, ...values]}
    />
  )
  return (
    <>
      {select(
        'OutletCode',
        t('watch:allOutlets'),
        outlets.map((value) => ({ value, label: value })),
      )}
      {select(
        'Name',
        t('watch:everybody'),
        names.map((value) => ({ value, label: formatPersonName(value) })),
      )}
    </>
  )
}
