import { getListItems, type ListName } from '#areas/setup/contract.ts'
import { getBuildings, HQ } from '#areas/staff/contract.ts'
import { call } from '#kit/web/call.ts'
import { setChoiceSource } from '#kit/web/choices.ts'
import { currentLanguage } from '#kit/web/i18n.ts'

/** Tells the kit where lookup lists and outlets come from. Head office sells nothing, so it is no outlet. */
export const startChoices = () =>
  setChoiceSource({
    list: async (name) => {
      const { rows } = await call(getListItems, { ListName: name as ListName, LanguageCode: currentLanguage() })
      return rows.map(({ Value, Label }) => ({ value: Value, label: Label }))
    },
    outlets: async () => {
      const { rows } = await call(getBuildings, {})
      return rows.filter(({ Code }) => Code !== HQ).map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
    },
  })
