import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { personName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { Finding } from '../contract.ts'

/** The findings of one outlet or one person, out of those that there are. */
export function WhoAndWhere({ of }: { of: readonly Finding[] }) {
  const t = useT()
  const labels = useLabels('watch')
  const [address, setAddress] = useSearchParams()
  const choose = (name: string, value: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('id')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const outlets = [...new Set(of.flatMap(({ OutletCode }) => OutletCode ?? []))].sort()
  const names = [...new Set(of.map(({ Name }) => Name))].sort()
  const select = (name: 'OutletCode' | 'Name', all: string, values: readonly { value: string; label: string }[]) => (
    <Select
      // Beside each other, however narrow the list is.
      style={{ flex: '1 1 0', minInlineSize: 0 }}
      aria-label={labels.field(name)}
      value={address.get(name) ?? ''}
      onChange={(value) => choose(name, value)}
      showSearch={{ optionFilterProp: 'label' }}
      options={[{ value: '', label: all }, ...values]}
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
        names.map((value) => ({ value, label: personName(value) })),
      )}
    </>
  )
}
