import { Form, type FormInstance } from 'antd'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import type { Endpoint, SentByPage } from '#kit/contract/endpoint.ts'
import { useLabels } from '../labels.ts'
import { useShortcut } from '../shortcuts.ts'
import { useCall } from '../useCall.ts'
import { same } from './dirty.ts'
import { isHeading, specOf, type Values } from './fields.ts'
import { shapeWith, withEntries } from './nested.ts'
import type { RecordFormProps } from './props.ts'
import { shapeOf } from './schema.ts'
import { useDraft } from './useDraft.ts'
import { useLeaveGuard } from './useLeaveGuard.tsx'
import { useSubmit } from './useSubmit.ts'
import { errorsOf, startOf, unshown } from './values.ts'

const WRONG = '[aria-invalid="true"]'
const MARK_FRAMES = 30
const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]'

export type Inside = { dialog?: boolean; leave?: RefObject<(() => void) | undefined> }

/** What a form remembers and does: values, mistakes, saving once, and not losing what was typed. */
export function useRecordForm<E extends Endpoint>(props: RecordFormProps<E> & Inside) {
  const { area, call, fixed, failed, done, headline, act, undo, onDone, onCancel, dialog = false, leave } = props
  const filling = useFilling(props)
  const { form, shape, names, given, values, keep, dirty } = filling
  const formId = useId()
  const focus = useFocus({ form, formId, first: dialog ? undefined : names[0] })
  const [errors, setErrors] = useState<readonly { name: string; message: string }[]>([])

  const draft = useDraft({ name: props.draft, shape, baseline: filling.baseline, values, version: given.Version })

  const saving = useCall(call, {
    failed,
    errorIn: 'form',
    ...(done && { done }),
    ...(headline && { headline }),
    ...(act && { act }),
    ...(undo && { undo }),
  })
  const hidden = { ...unshown(shape, names, given), ...(fixed as Values | undefined) }
  const { submit, trouble, conflict, settle, pretendVersion } = useSubmit({
    form,
    call,
    shape,
    area,
    hidden,
    send: saving.mutateAsync,
    placeOf: props.placeOf,
    ...focus,
  })

  const save = async (): Promise<boolean> => {
    const filled = await form.validateFields().catch((refused: unknown) => {
      const found = errorsOf(refused)
      setErrors(found)
      if (found[0]) focus.go(found[0].name)
    })
    if (!filled) return false
    setErrors([])
    const reply = await submit(filled)
    if (reply === undefined) return false
    keep(filled)
    draft.drop()
    guard.release()
    await onDone?.(reply, { ...hidden, ...filled } as SentByPage<E>)
    return true
  }
  const guard = useLeaveGuard({ dirty, save, dialog, onDiscard: draft.drop })
  const close = () => guard.ask(() => onCancel?.())
  useEffect(() => {
    if (leave) leave.current = close
  })
  const keys = { whileTyping: true, inDialog: dialog, enabled: !guard.asking && !saving.isPending }
  useShortcut('mod+s', 'kit:shortcuts.save', () => void save(), keys)
  useShortcut('mod+enter', 'kit:shortcuts.submit', () => void save(), keys)

  /** After a conflict: puts the other's values where they were chosen, and saves. */
  const take = (theirs: Values) => {
    form.setFieldsValue(theirs)
    filling.change({ ...values, ...theirs })
    settle()
    void save()
  }
  /** Puts the draft into the form. If the record went on meanwhile, saving shows both, field by field. */
  const restore = () => {
    if (!draft.offered) return
    form.setFieldsValue(draft.offered.values)
    filling.change({ ...values, ...draft.offered.values })
    if (draft.offered.version !== given.Version) pretendVersion(draft.offered.version)
    draft.settle()
  }
  return {
    ...filling,
    formId,
    draft,
    restore,
    errors,
    trouble,
    conflict: conflict && withEntries(conflict, names),
    take,
    go: focus.go,
    save,
    close,
    guard,
    saving: saving.isPending,
  }
}

/** Anyone who opens a form comes to fill it: its first field has the focus. Answers how another one gets it. */
function useFocus({ form, formId, first }: { form: FormInstance<Values>; formId: string; first: string | undefined }) {
  useEffect(() => {
    if (first) form.focusField(first)
  }, [first, form])
  const go = (name: string) => {
    form.scrollToField(name, { focus: true, block: 'center' })
    // A group of boxes takes no focus itself: what is wrong of it does, or its first one.
    const field = document.getElementById(`${formId}_${name}`)
    if (!field || field.contains(document.activeElement)) return
    ;(field.querySelector<HTMLElement>(WRONG) ?? field.querySelector<HTMLElement>(FOCUSABLE))?.focus()
  }
  /** The same for what was refused a moment ago: its marks are drawn some frames later. */
  const goOnceMarked = (name: string, frames = MARK_FRAMES) => {
    const field = document.getElementById(`${formId}_${name}`)
    if (frames === 0 || field?.matches(WRONG) || field?.querySelector(WRONG)) go(name)
    else requestAnimationFrame(() => goOnceMarked(name, frames - 1))
  }
  return { go, goOnceMarked }
}

/** The fields, what they started with and what stands in them now. */
function useFilling<E extends Endpoint>({ area, call, fields, initial = {}, onValues }: RecordFormProps<E>) {
  const labels = useLabels(area)
  const [form] = Form.useForm<Values>()
  const specs = fields.filter((field) => !isHeading(field)).map((field) => specOf(field as never))
  const names = specs.map(({ name }) => name)
  const called = useMemo(() => shapeOf(call.body), [call])
  const shape = shapeWith(called, specs)
  const given = withEntries(initial as Values, names)
  const [baseline, setBaseline] = useState<Values>(() => startOf(shape, names, given))
  const [changed, setChanged] = useState<Values>({})
  // Entries that people added are read when the form opens: they begin with what the record holds as the others do.
  const late = names.filter((name) => name.includes('.') && !(name in baseline))
  const arrived = late.length > 0 ? startOf(shape, late, given) : undefined
  if (arrived) setBaseline({ ...baseline, ...arrived })
  const entries = names.filter((name) => name.includes('.')).join()
  useLayoutEffect(() => {
    const missing = entries.split(',').filter((name) => name && form.getFieldValue(name) === undefined)
    if (missing.length > 0) form.setFieldsValue(Object.fromEntries(missing.map((name) => [name, baseline[name]])))
  }, [entries, form, baseline])
  const values = { ...baseline, ...changed }
  return {
    form,
    shape,
    names,
    given,
    baseline,
    values,
    dirty: !same(baseline, values),
    change: (all: Values) => {
      setChanged(all)
      onValues?.(all)
    },
    /** What was saved is what later changes are measured by. */
    keep: (saved: Values) => setBaseline({ ...baseline, ...saved }),
    wordsOf: (name: string, value: unknown) => specs.find((spec) => spec.name === name)?.words?.(value),
    labelOf: (name: string) =>
      specs.find((spec) => spec.name === name)?.title ??
      labels.field(name, specs.find((spec) => spec.name === name)?.label),
  }
}
