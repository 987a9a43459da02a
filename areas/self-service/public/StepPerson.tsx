import { SelectField, TextField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { findProfileFieldError, removeFieldsWithoutError } from './checks.ts'
import { InvalidFieldCount, usePublicForm } from './form.tsx'
import type { RegistrationDraft, RegistrationStepProps } from './registration.ts'

type Name = 'FullName' | 'ContactNo' | 'Email' | 'IdNo'

/** Step 1 of the registration: name, phone and e-mail address; the identity number is optional. */
export function RegistrationPersonStep({ values, change, form: { Lists }, next }: RegistrationStepProps) {
  const t = useT()
  const check = ({ FullName, ContactNo, Email, IdNo, IdType }: RegistrationDraft) =>
    removeFieldsWithoutError({
      FullName: findProfileFieldError('FullName', FullName),
      ContactNo: findProfileFieldError('ContactNo', ContactNo),
      Email: findProfileFieldError('Email', Email),
      IdType: IdNo.trim() && !IdType ? t('kit:form.missing') : undefined,
      IdNo: findProfileFieldError('IdNo', IdNo),
    })
  const form = usePublicForm({ values, check, submit: next })
  const text = (name: Name, more: object) => (
    <TextField
      label={t(`self-service:labels.${name}`)}
      fault={form.faults[name]}
      value={values[name]}
      onChange={(value) => change({ [name]: value })}
      onLeave={() => form.leave(name)}
      {...more}
    />
  )
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit}>
      <p className="pub-hint">{t('kit:form.requiredNote')}</p>
      <InvalidFieldCount faults={form.faults} />
      {text('FullName', {
        required: true,
        autoComplete: 'name',
        maxLength: 150,
        hint: t('self-service:hints.FullName'),
      })}
      {text('ContactNo', { required: true, type: 'tel', autoComplete: 'tel', hint: t('self-service:hints.ContactNo') })}
      {text('Email', { type: 'email', autoComplete: 'email', maxLength: 254, hint: t('self-service:hints.Email') })}
      <SelectField
        label={t('self-service:labels.IdType')}
        fault={form.faults.IdType}
        value={values.IdType}
        onChange={(IdType) => change({ IdType })}
        choices={Lists.IDType ?? []}
      />
      {text('IdNo', { maxLength: 40, autoComplete: 'off', hint: t('self-service:hints.IdNo') })}
      <button type="submit" className="pub-button pub-primary">
        {t('kit:acts.continue')}
      </button>
    </form>
  )
}
