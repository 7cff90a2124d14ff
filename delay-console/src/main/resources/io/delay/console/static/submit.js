// The form that submits a job.

import { post } from './api.js';
import { ask } from './dialogs.js';
import { t } from './words.js';

export async function submit(app, { topic }) {
  const values = await ask({
    title: t('submitTitle', { topic }), says: [t('submitSays')], confirm: t('submit'), wide: true,
    fields: [
      { name: 'payload', type: 'area', label: t('payloadField'), value: '' },
      { name: 'id', label: t('idField'), hint: t('idHint') },
      { name: 'delay', type: 'duration', label: t('afterDelay'), hint: t('afterDelayHint') },
    ],
  });
  if (!values) {
    return;
  }
  try {
    const given = { payloadText: values.payload, id: values.id.trim() || undefined, delay: values.delay.trim() || undefined };
    const result = await post([topic, 'submit'], given);
    app.say(t(result.status === 'EXISTING' ? 'existed' : 'submitted', { id: result.id }));
    await app.again();
  } catch (failure) {
    app.fail(failure);
  }
}
