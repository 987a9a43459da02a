import { Select } from 'antd'
import { listTemplates } from '#areas/messages/contract.ts'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'

/** The texts that a campaign may send: active, and of no event. */
export function TemplateSelect({ value, onChange, ...rest }: ControlProps) {
  const t = useT()
  const { data, isPending } = useRead(listTemplates, { Rows: 1000, Search: { Status: 'Active' } })
  const options = (data?.rows ?? [])
    .filter(({ Event }) => Event === null)
    .map(({ TemplateId, Name, ContactType }) => ({ value: TemplateId, label: `${Name} (${ContactType})` }))
  return (
    <Select<number>
      {...rest}
      value={typeof value === 'number' ? value : null}
      onChange={(chosen) => onChange?.(chosen)}
      loading={isPending}
      placeholder={t('kit:form.choose')}
      notFoundContent={t('campaigns:send.noTemplate')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
    />
  )
}
