import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { listRewards } from '#areas/rewards/contract/rewards.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { type CallError, call } from '#kit/web/call.ts'
import type { ControlProps, FormFieldValues } from '#kit/web/form/fields.ts'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import {
  addTemplate,
  type ContactTemplate,
  ContactType,
  MessageEvent as Events,
  type MessageEvent,
  purposeOfEvent,
  rewardEvents,
  TemplateLanguage,
  type TemplateText,
  updateTemplate,
} from '../../contract.ts'
import { campaignTemplatePath, campaignTemplatesPath, templatePath, templatesPath } from '../../paths.ts'
import type { InsertableField } from '../editor/insertable.ts'
import { TemplateTextsField } from '../editor/TextsField.tsx'
import { templateLanguageName } from '../languages.ts'

type Props = {
  template: ContactTemplate | undefined
  /** True for templates of campaigns, which have no event and no reward. */
  ofCampaigns: boolean
  /** The merge fields that the user can insert into the texts. */
  fields: readonly InsertableField[]
  languages: readonly TemplateLanguage[]
  /** The default language of messages, for customers without a text in their own language. */
  main: TemplateLanguage
  language: TemplateLanguage
  onLanguage: (language: TemplateLanguage) => void
  onValues: (values: FormFieldValues) => void
  onSaved: (template: ContactTemplate) => void
}

/** The form of a template: name, event and texts. */
export function TemplateForm({ template, ofCampaigns, onValues, onSaved, ...writing }: Props) {
  const t = useT()
  const navigate = useNavigate()
  const [values, setValues] = useState<FormFieldValues>(template ?? { ContactType: 'Email' })
  const type = ContactType.catch('Email').parse(values.ContactType)
  const event = Events.nullable()
    .catch(null)
    .parse(values.Event ?? null)
  const updateValues = (all: FormFieldValues) => {
    setValues(all)
    onValues(template ? { ContactType: template.ContactType, ...all } : all)
  }
  const texts = {
    name: 'Texts',
    wide: true,
    control: (props: ControlProps) => (
      <TemplateTextsField {...props} {...writing} type={template?.ContactType ?? type} />
    ),
    words: (value: unknown) =>
      (Array.isArray(value) ? (value as TemplateText[]) : [])
        .map(({ Language }) => templateLanguageName(Language))
        .join(listSeparator()),
  } as const
  const eventFields = [
    {
      name: 'Event',
      control: (props: ControlProps) => <EventField {...props} />,
    },
    {
      name: 'ReferenceCode',
      label: 'messages:fields.OnlyFor',
      control: (props: ControlProps) => <RewardField {...props} event={event} />,
    },
  ] as const
  const shared = ofCampaigns ? [] : eventFields
  const [list, one] = ofCampaigns ? [campaignTemplatesPath, campaignTemplatePath] : [templatesPath, templatePath]
  /** An error about a language is shown at the text in that language. */
  const placeOf = ({ code, params }: CallError) => {
    const { data } = TemplateLanguage.safeParse(params.Language)
    if (!data || !code.startsWith('messages.')) return undefined
    writing.onLanguage(data)
    return 'Texts' as const
  }
  const form = {
    area: 'messages',
    placeOf,
    columns: 2,
    onValues: updateValues,
    onCancel: () => void navigate(list()),
  } as const

  return (
    <section className="carat-card" aria-label={t(template ? 'messages:screens.template' : 'messages:screens.add')}>
      <div className="carat-card-body">
        {template ? (
          <RecordForm
            {...form}
            call={updateTemplate}
            initial={{ ...template, ReferenceCode: rewardOf(template) }}
            fields={['Name', 'Status', ...shared, texts]}
            headline={({ Name }) => t('kit:headlines.saved', { name: Name })}
            failed="messages:failed.update"
            draft={`messages.template.${template.TemplateId}`}
            onDone={onSaved}
          />
        ) : (
          <RecordForm
            {...form}
            call={addTemplate}
            fixed={{ isCampaign: ofCampaigns ? 'Y' : 'N' }}
            fields={[{ name: 'Name', wide: true }, 'ContactType', 'Status', ...shared, texts]}
            headline={({ Name }) => t('kit:headlines.created', { name: Name })}
            failed="messages:failed.create"
            draft={`messages.template.add.${ofCampaigns}`}
            onDone={(added) => navigate(one(added), { replace: true })}
          />
        )}
      </div>
    </section>
  )
}

/** The reward code of the template; null if the reference code names the event. */
const rewardOf = ({ Event, ReferenceCode }: ContactTemplate) => (ReferenceCode === Event ? null : ReferenceCode)

/** The input for the event of the template, with the purpose that follows from it. */
function EventField({ id, value, onChange, onBlur, ...rest }: ControlProps) {
  const t = useT()
  const event = Events.nullable()
    .catch(null)
    .parse(value ?? null)
  return (
    <>
      <ChoiceSelect
        {...rest}
        {...(id && { id })}
        {...(onBlur && { onBlur })}
        area="messages"
        field="Event"
        choices={Events.options}
        value={event}
        onChange={(next) => onChange?.(next)}
        allowClear
        placeholder={t('messages:byHand')}
      />
      <Muted as="p">
        {t(purposeOfEvent(event) === 'Marketing' ? 'messages:purpose.marketing' : 'messages:purpose.service')}
      </Muted>
    </>
  )
}

/** The input for a single reward, for events of rewards. */
function RewardField({ id, value, onChange, onBlur, event, ...rest }: ControlProps & { event: MessageEvent | null }) {
  const t = useT()
  const ofReward = event !== null && rewardEvents.includes(event)
  const code = typeof value === 'string' && value !== '' ? value : null
  // A change of the event clears the reward, because the server would reject the hidden value.
  useEffect(() => {
    if (!ofReward && code !== null) onChange?.(null)
  }, [ofReward, code, onChange])
  return (
    <RecordPicker
      {...rest}
      {...(id && { id })}
      {...(onBlur && { onBlur })}
      name="messages.reward"
      find={findRewards}
      value={ofReward ? code : null}
      {...(code && { chosen: { value: code, label: code } })}
      disabled={!ofReward}
      placeholder={ofReward ? t('messages:allRewards') : t('messages:noReward')}
      onChange={(next) => onChange?.(next)}
    />
  )
}

const findRewards = async (typed: string) => {
  const { rows } = await call(listRewards, { Rows: 20, Search: { Name: typed } })
  return rows.map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}
