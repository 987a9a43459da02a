import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { type ContactTemplate, listTemplates } from '../../contract.ts'

export type ChosenTemplate = Pick<ContactTemplate, 'TemplateId' | 'ContactType'>

type Props = { value: ChosenTemplate | undefined; onChange: (template: ChosenTemplate | undefined) => void }

/** Selects an active template with its channel. */
export function TemplatePicker({ value, onChange }: Props) {
  const t = useT()
  const labels = useLabels('messages')
  const find = async (typed: string) => {
    const { rows } = await call(listTemplates, { Rows: 20, Search: { Status: 'Active', Name: typed } })
    return rows.map(({ TemplateId, Name, ContactType }) => ({
      value: `${TemplateId} ${ContactType}`,
      label: Name,
      hint: labels.value('ContactType', ContactType),
    }))
  }
  return (
    <div>
      <label className="carat-label" htmlFor="messages-send-template">
        {t('messages:fields.TemplateName')}
      </label>
      <RecordPicker
        id="messages-send-template"
        name="messages.template"
        autoFocus
        find={find}
        value={value ? `${value.TemplateId} ${value.ContactType}` : null}
        onChange={(key) => {
          const [TemplateId, ContactType] = (key ?? '').split(' ')
          onChange(
            key
              ? { TemplateId: Number(TemplateId), ContactType: ContactType as ContactTemplate['ContactType'] }
              : undefined,
          )
        }}
      />
    </div>
  )
}
