import { SelectField, TextField } from '#kit/public/form.tsx'
import { useT } from '#kit/public/texts.ts'
import { findFieldError, onlyErrors } from './checks.ts'
import { FaultSummary, useForm } from './form.tsx'
import type { RegistrationDraft, StepProps } from './registration.ts'

type Name = 'FullName' | 'ContactNo' | 'Email' | 'IdNo'

/** Step 1 of the registration: name, phone and e-mail address; the identity number is optional. */
export function StepPerson({ values, change, form: { Lists }, next }: StepProps) {
  const t = useT()
  const check = ({ FullName, ContactNo, Email, IdNo, IdType }: RegistrationDraft) =>
    onlyErrors({
      FullName: findFieldError('FullName', FullName),
      ContactNo: findFieldError('ContactNo', ContactNo),
      Email: findFieldError('Email', Email),
      IdType: IdNo.trim() && !IdType ? t('kit:form.missing') : undefined,
      IdNo: findFieldError('IdNo', IdNo),
    })
  const form = useForm({ values, check, submit: next })
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
      <FaultSummary faults={form.faults} />
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
