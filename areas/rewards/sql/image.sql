-- Returns the address of the thumbnail of a reward's main picture, the first existing one in reward.images.
create or replace function reward_image(of_reward bigint) returns text language sql stable as $$
  select '/media/' || coalesce(media.thumbnail_name, media.stored_name) from media join reward on reward.reward_id = of_reward
  where media.object_type = 'RewardId' and media.object_id = of_reward::text and media.status = 'Active'
  order by array_position(reward.images, media.media_id) nulls last, media.media_id limit 1
$$;
