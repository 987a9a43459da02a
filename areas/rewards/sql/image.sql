-- The main picture of a reward, small: the first of those that are still there, in the order that the reward keeps.
create or replace function reward_image(of_reward bigint) returns text language sql stable as $$
  select '/media/' || coalesce(media.thumbnail_name, media.stored_name) from media join reward on reward.reward_id = of_reward
  where media.object_type = 'RewardId' and media.object_id = of_reward::text and media.status = 'Active'
  order by array_position(reward.images, media.media_id) nulls last, media.media_id limit 1
$$;
