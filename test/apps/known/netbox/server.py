import os

ALLOWED_HOSTS = ['*']
SECRET_KEY = 'tested' * 10
DATABASES = {
    'default': {
        'ENGINE': 'django.db.backends.postgresql',
        'NAME': 'postgres',
        'USER': 'portico',
        'HOST': '127.0.0.1',
        'PORT': os.environ['POSTGRES_PORT'],
    }
}
REDIS = {
    name: {'HOST': '127.0.0.1', 'PORT': int(os.environ['REDIS_PORT']), 'DATABASE': database}
    for database, name in enumerate(['tasks', 'caching'])
}
