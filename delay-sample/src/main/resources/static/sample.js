const answer = document.getElementById('answer');

document.querySelectorAll('button').forEach((button) => button.addEventListener('click', async () => {
  const times = Number(button.dataset.times ?? 1);
  for (let time = 0; time < times; time++) {
    const response = await fetch(button.dataset.path,
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: button.dataset.body });
    answer.textContent = response.status + ' ' + await response.text();
  }
}));
