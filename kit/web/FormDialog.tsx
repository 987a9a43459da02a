import { Modal } from 'antd'
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { RecordFormProps } from './form/props.ts'
import { RecordForm } from './RecordForm.tsx'

type Props<E extends Endpoint> = Omit<RecordFormProps<E>, 'onCancel'> & {
  open: boolean
  title: string
  /** Closes the dialog: after saving, after Cancel or after unsaved changes were discarded. */
  onClose: () => void
}

/** A form in a dialog: focuses its first field, saves on Ctrl+Enter and asks before it discards input. */
export function FormDialog<E extends Endpoint>({ open, title, onClose, ...form }: Props<E>) {
  const box = useRef<HTMLDivElement>(null)
  const leave = useRef<() => void>(undefined)
  return (
    <Modal
      open={open}
      title={<KeepWhileClosing open={open}>{title}</KeepWhileClosing>}
      footer={null}
      width={form.columns === 2 ? 760 : 520}
      onCancel={() => (leave.current ?? onClose)()}
      mask={{ closable: false }}
      // Unmounts only after the closing animation, so that the fields do not jump.
      destroyOnHidden
      afterOpenChange={(opened) => opened && box.current && focusFirst(box.current)}
    >
      <KeepWhileClosing open={open}>
        <FirstFieldFocused box={box}>
          <RecordForm
            {...form}
            dialog
            leave={leave}
            onCancel={onClose}
            onDone={async (reply, input) => {
              onClose()
              await form.onDone?.(reply, input)
            }}
          />
        </FirstFieldFocused>
      </KeepWhileClosing>
    </Modal>
  )
}

/** Focuses before the opening animation, so that keys typed at once arrive. afterOpenChange repeats it, because the dialog may have focused its close button. */
function FirstFieldFocused({ box, children }: { box: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => box.current && focusFirst(box.current))
    return () => cancelAnimationFrame(frame)
  }, [box])
  return <div ref={box}>{children}</div>
}

function focusFirst(box: HTMLElement) {
  // The user may have focused a field before the animation ended.
  if (!box.contains(document.activeElement)) box.querySelector<HTMLElement>(focusable)?.focus()
}

const focusable =
  'input:not([disabled]):not([readonly]):not([type="hidden"]), textarea:not([disabled]):not([readonly]), [role="combobox"]:not([disabled])'

/** Keeps the content while the dialog closes: the page has already cleared the record by then. */
const KeepWhileClosing = memo(
  ({ children }: { open: boolean; children: ReactNode }) => children,
  (_, next) => !next.open,
)
