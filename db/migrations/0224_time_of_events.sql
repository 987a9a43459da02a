-- GET /changes finds the position of a time. Times of publication rise with the positions.
create index event_published_at on event (published_at, position);
