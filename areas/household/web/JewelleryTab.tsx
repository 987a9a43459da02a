import { getCustomer, isCustomerEditable } from '#areas/customers/contract/customers.ts'
import { SideColumnLayout } from '#kit/web/Layout.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { getJewelleryProfile } from '../contract.ts'
import { HouseholdCard } from './HouseholdCard.tsx'
import './household.css'
import { FavouriteListCard } from './FavouritesCard.tsx'
import { JewelleryProfileCard } from './ProfileCard.tsx'

/** Shows taste, sizes and wishes of a customer, and the relatives for whom the customer buys. */
export function JewelleryTab({ CustomerId }: { CustomerId: number }) {
  const { data: customer } = useRead(getCustomer, { CustomerId }, { staleTime: Infinity })
  const { data, error, refetch } = useRead(getJewelleryProfile, { CustomerId })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !customer) return <LoadingState rows={8} />
  const writes = isCustomerEditable(customer)
  return (
    <SideColumnLayout side={<JewelleryProfileCard profile={data.Profile} writes={writes} />}>
      <FavouriteListCard CustomerId={CustomerId} favourites={data.Favourites} writes={writes} />
      <HouseholdCard CustomerId={CustomerId} relatives={data.Relatives} writes={writes} />
    </SideColumnLayout>
  )
}
