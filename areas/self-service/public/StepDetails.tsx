import { CheckboxField, SelectField, SendButton, type SendState, TextField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { emptyAddressValues, OwnAddressFields } from './AddressFields.tsx'
import { findAddressErrors, findProfileFieldError, removeFieldsWithoutError } from './checks.ts'
import { BackButton, InvalidFieldCount, usePublicForm } from './form.tsx'
import { chooseMessageLanguage } from './languages.ts'
import type { RegistrationDraft, RegistrationStepProps } from './registration.ts'

type Props = Omit<RegistrationStepProps, 'next'> & {
  sending: SendState
  /** Function that continues with default values for fields that the customer left empty. */
  next: (defaults: { Language: string }) => void
  back: () => void
}

/** Step 3 of the registration: optional details; only the language is required. */
export function RegistrationDetailsStep({ values, change, form: { Lists }, sending, next, back }: Props) {
  const t = useT()
  const Language = values.Language || chooseMessageLanguage(Lists.Language ?? [])
  const check = (now: RegistrationDraft) =>
    removeFieldsWithoutError({
      Language: Language ? undefined : t('kit:form.missing'),
      DateOfBirth: findProfileFieldError('DateOfBirth', now.DateOfBirth),
      ...(now.address && findAddressErrors(now.address)),
    })
  const form = usePublicForm({
    values: { ...values, Language },
    check,
    submit: () => {
      change({ Language })
      next({ Language })
    },
  })
  const choice = (
    name: 'Language' | 'Gender' | 'WhereYouKnowUs',
    choices: readonly { Value: string; Label: string }[] = [],
  ) => (
    <SelectField
      label={t(`self-service:labels.${name}`)}
      fault={form.faults[name]}
      value={name === 'Language' ? Language : values[name]}
      onChange={(value) => change({ [name]: value })}
      choices={choices}
      required={name === 'Language'}
    />
  )
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit}>
      <InvalidFieldCount faults={form.faults} />
      {choice('Language', Lists.Language)}
      <TextField
        type="date"
        label={t('self-service:labels.DateOfBirth')}
        hint={t('self-service:hints.DateOfBirth')}
        fault={form.faults.DateOfBirth}
        value={values.DateOfBirth}
        onChange={(DateOfBirth) => change({ DateOfBirth })}
        autoComplete="bday"
      />
      {choice('Gender', Lists.Gender)}
      {choice('WhereYouKnowUs', Lists.WhereYouKnowUs)}
      <div className="pub-choices">
        <CheckboxField
          checked={values.address !== null}
          onChange={(checked) => change({ address: checked ? emptyAddressValues : null })}
          title={t('self-service:address.give')}
          help={t('self-service:address.giveHelp')}
        />
      </div>
      {values.address && (
        <OwnAddressFields
          lists={Lists}
          values={values.address}
          onChange={(address) => change({ address })}
          faultOf={(name) => form.faults[name]}
        />
      )}
      <SendButton sending={sending}>{t('self-service:register.join')}</SendButton>
      <BackButton onBack={back} sending={sending} />
    </form>
  )
}
